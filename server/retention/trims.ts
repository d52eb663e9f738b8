import { deleteInParts, type LongWrite } from '../deletions/removal.ts'
import { findTrimmed, trimSome } from './trims.repository.ts'

/** Deletes attachments and traces of old runs that stay. */
export const trims: LongWrite = async (db) => {
  const found = await findTrimmed(db)
  return (
    found && {
      scope: { testRun: found.id },
      work: async (trx, isAwaited) => await deleteInParts(() => trimSome(trx, found), isAwaited),
    }
  )
}
