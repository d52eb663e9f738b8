import type { Context } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { MINUTE_MS, timeAgo } from '../times.ts'

/** How old the recorded use of a session or a token may be. */
export const USE_MS = 10 * MINUTE_MS

type Used = { id: string; lastUsedAt: string | null }

/** The ids of those whose use is being written. */
const writing = new Set<string>()

/** Records the use of a session or a token in the background, at most once in ten minutes. */
export function noteLastUse(
  { write, log }: Context,
  { id, lastUsedAt }: Used,
  update: (db: Db, before: string) => Promise<void>,
): void {
  const before = timeAgo(USE_MS)
  if ((lastUsedAt !== null && lastUsedAt >= before) || writing.has(id)) return
  writing.add(id)
  void write(null, (db) => update(db, before))
    .catch((error: unknown) => log.warn({ err: error, id }, 'the use of a session or a token was not recorded'))
    .finally(() => writing.delete(id))
}
