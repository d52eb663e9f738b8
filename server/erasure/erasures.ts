import type { LongWrite } from '../deletions/removal.ts'
import { continueErasure, findErasing } from './erasures.repository.ts'

/** Continues erasures of users, and what follows changes of their names. */
export const erasures: LongWrite = async (db) => {
  const found = await findErasing(db)
  return found && { scope: 'users', work: async (trx) => await continueErasure(trx, found) }
}
