import { sql } from 'kysely'
import { StartError } from '../config.ts'
import type { Db } from './databases.ts'
import { isPostgres } from './dialect.ts'

/** In which `npm run db:move` keeps how far it is: there from before its first row until its last one is verified. */
export const MOVE_TABLE = 'db_move'

/** Refuses a database into which not everything has been moved yet. Throws StartError. */
export async function refuseUnfinishedMove(db: Db): Promise<void> {
  if (!isPostgres(db)) return
  const { rows } = await sql<{ found: boolean }>`select to_regclass(${MOVE_TABLE}) is not null as found`.execute(db)
  if (rows[0]?.found)
    throw new StartError('DATABASE_URL: a move into this database is not finished; run npm run db:move again')
}
