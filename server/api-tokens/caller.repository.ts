import type { Selectable } from 'kysely'
import type { Verb } from '#shared/permissions.ts'
import type { Grant } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import type { ApiTokenTable } from '../database/auth-tables.ts'
import { type Param, prepared } from '../database/prepared.ts'
import type { UserRow } from '../database/tables.ts'
import { DAY_MS, timeAgo } from '../times.ts'

/* The caller of a token. Prepared single queries, because they run for every call. */

type Lookup = { hash: string; now: string }

/** Tokens of a person without a password pause this long after the last sign-in by a provider, which knows who left. */
const UNVOUCHED_DAYS = 30

const COLUMNS = [
  'api_tokens.id as token_id',
  'api_tokens.name as token_name',
  'api_tokens.verbs',
  'api_tokens.project_ids',
  'api_tokens.expires_at as token_expires_at',
  'api_tokens.last_used_at',
  'api_tokens.old_hash',
  'api_tokens.old_until',
] as const

type TokenRow = Pick<Selectable<ApiTokenTable>, 'verbs' | 'project_ids' | 'last_used_at' | 'old_hash' | 'old_until'> & {
  token_id: string
  token_name: string
  token_expires_at: string
}

export type FoundToken = { grant: Grant; lastUsedAt: string | null }

/** The user of a personal token, if both are active. */
export async function findUserOfToken(db: Db, hash: string): Promise<(FoundToken & { user: UserRow }) | undefined> {
  const now = Date.now()
  const vouchedSince = timeAgo(UNVOUCHED_DAYS * DAY_MS, now)
  const [row] = await userOfToken(db, { hash, now: new Date(now).toISOString(), vouchedSince })
  return row && { ...toFound(row, hash), user: row }
}

const userOfToken = prepared((db, param: Param<Lookup & { vouchedSince: string }>) =>
  validTokens(db, param)
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .selectAll('users')
    .select(COLUMNS)
    .where('users.deleted_at', 'is', null)
    .where('users.is_active', '=', 1)
    .where((eb) =>
      eb.or([
        eb('users.password_hash', 'is not', null),
        eb.exists(
          eb
            .selectFrom('identities')
            .select('identities.id')
            .whereRef('identities.user_id', '=', 'users.id')
            .where('identities.last_used_at', '>', param('vouchedSince')),
        ),
      ]),
    ),
)

/** The project of a token, unless either has ended. */
export async function findProjectOfToken(
  db: Db,
  hash: string,
): Promise<(FoundToken & { projectId: string }) | undefined> {
  const [row] = await projectOfToken(db, { hash, now: new Date().toISOString() })
  return row && { ...toFound(row, hash), projectId: row.id }
}

const projectOfToken = prepared((db, param: Param<Lookup>) =>
  validTokens(db, param)
    .innerJoin('projects', 'projects.id', 'api_tokens.project_id')
    .select(['projects.id', ...COLUMNS])
    .where('projects.deleted_at', 'is', null),
)

function validTokens(db: Db, param: Param<Lookup>) {
  return db
    .selectFrom('api_tokens')
    .where((eb) =>
      eb.or([
        eb('api_tokens.hash', '=', param('hash')),
        eb.and([eb('api_tokens.old_hash', '=', param('hash')), eb('api_tokens.old_until', '>', param('now'))]),
      ]),
    )
    .where('api_tokens.expires_at', '>', param('now'))
    .where('api_tokens.revoked_at', 'is', null)
}

function toFound(row: TokenRow, hash: string): FoundToken {
  const { token_id, token_name, verbs, project_ids, last_used_at } = row
  return {
    grant: {
      id: token_id,
      name: token_name,
      verbs: JSON.parse(verbs) as Verb[],
      projectIds: project_ids === null ? null : (JSON.parse(project_ids) as string[]),
      expiresAt: endOf(row, hash),
    },
    lastUsedAt: last_used_at,
  }
}

/** The old text of a rotated token may end before the token expires. */
function endOf({ token_expires_at, old_hash, old_until }: TokenRow, hash: string): string {
  return old_hash === hash && old_until !== null && old_until < token_expires_at ? old_until : token_expires_at
}

/** Records a use, unless one was recorded since `before`. */
export async function updateLastUse(
  db: Db,
  id: string,
  { network, before }: { network: string; before: string },
): Promise<void> {
  await db
    .updateTable('api_tokens')
    .set({ last_used_at: new Date().toISOString(), last_used_network: network })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', before)]))
    .execute()
}
