import type { LongWrite } from '../deletions/removal.ts'
import { continueErasure, isErasing } from './erasures.repository.ts'

/** Continues erasures of users, and what follows changes of their names. */
export const erasures: LongWrite = async (db) =>
  (await isErasing(db)) ? { scope: 'users', work: continueErasure } : undefined
