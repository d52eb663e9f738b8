import type { Db } from '../database/databases.ts'
import type { LongWrite } from '../deletions/removal.ts'
import { findPendingChange, type PendingChange, readPending } from './case-changes.repository.ts'
import { changeSome } from './change-some.ts'
import { copySome } from './copy-some.ts'
import { undoSome } from './undo-some.ts'

export const caseChanges: LongWrite = async (db, projectId) => {
  const found = await findPendingChange(db, projectId)
  return found && { scope: { project: found.project_id }, work: async (trx) => await goOn(trx, found) }
}

async function goOn(db: Db, found: PendingChange): Promise<void> {
  const pending = await readPending(db, found.id)
  if (pending?.kind === 'change') await changeSome(db, found, pending)
  else if (pending?.kind === 'copy') await copySome(db, found, pending)
  else if (pending) await undoSome(db, found, pending)
}
