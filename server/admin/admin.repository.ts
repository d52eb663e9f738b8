import type { AdminStats } from '#shared/admin/admin.ts'
import { countRows } from '../database/count-rows.ts'
import type { Db } from '../database/databases.ts'
import { type Param, prepared } from '../database/prepared.ts'
import { NO_LIMIT } from '../http/paging.ts'
import type { UserRow } from '../database/tables.ts'

export async function readStats(db: Db): Promise<AdminStats> {
  const users = await db
    .selectFrom('users')
    .select((eb) => [
      eb.fn.countAll<number>().as('totalUsers'),
      eb.fn.coalesce(eb.fn.sum<number>('is_active'), eb.lit(0)).as('activeUsers'),
      eb.fn.coalesce(eb.fn.sum<number>('is_admin'), eb.lit(0)).as('adminUsers'),
    ])
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { ...users, totalProjects: await countRows(db.selectFrom('projects').where('deleted_at', 'is', null)) }
}

export async function listUserRows(db: Db, limit?: number, offset = 0): Promise<UserRow[]> {
  return await allUsers(db, { limit: limit ?? NO_LIMIT, offset })
}

const allUsers = prepared((db, param: Param<{ limit: number; offset: number }>) =>
  db
    .selectFrom('users')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(param('limit'))
    .offset(param('offset')),
)
