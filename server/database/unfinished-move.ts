import { sql } from 'kysely'
import { StartError } from '../config.ts'
import type { Db } from './databases.ts'
import { isPostgres } from './dialect.ts'

/** The progress table of `npm run db:move`. It exists until the last row is verified. */
export const MOVE_TABLE = 'db_move'

/** Throws StartError if a move into this database is unfinished. */
export async function refuseUnfinishedMove(db: Db): Promise<void> {
  if (!isPostgres(db)) return
  const { rows } = await sql<{ found: boolean }>`select to_regclass(${MOVE_TABLE}) is not null as found`.execute(db)
  if (rows[0]?.found)
    throw new StartError('DATABASE_URL: a move into this database is not finished; run npm run db:move again')
}
