import type { Selectable } from 'kysely'
import type { ApiToken, AnyApiToken } from '#shared/api-tokens/api-token.ts'
import type { Verb } from '#shared/permissions.ts'
import type { Authorized } from '../authorize.ts'
import { countRows } from '../database/count-rows.ts'
import type { ApiTokenTable } from '../database/auth-tables.ts'
import { noteChange } from '../database/changes.ts'
import type { Db } from '../database/databases.ts'
import { newId } from '../database/new-id.ts'
import { NO_LIMIT } from '../http/paging.ts'
import type { ProjectRow } from '../projects/projects.repository.ts'
import { DAY_MS, timeAgo, timeIn } from '../times.ts'

/** How long an ended token is kept, to tell what a leaked one was. */
const KEPT_DAYS = 90

/** Whose tokens: of a person, or of a project. */
export type TokenOwner = { user_id: string } | { project_id: string }

/** For functions that list, create or end tokens of a project. */
export const ofProject = (project: Authorized<ProjectRow, 'token.manage'>): TokenOwner => ({ project_id: project.id })

type Row = Selectable<ApiTokenTable> & { created_by_name: string }
type Part = { limit?: number | undefined; offset?: number | undefined }

/** The tokens that work, newest first. */
export async function listTokens(db: Db, owner: TokenOwner, { limit = NO_LIMIT, offset = 0 }: Part = {}) {
  const rows = selectTokens(db).select('users.name as created_by_name').selectAll('api_tokens')
  const found = await of(rows, owner).orderBy('api_tokens.id', 'desc').limit(limit).offset(offset).execute()
  return found.map(toApiToken)
}

export async function countTokens(db: Db, owner?: TokenOwner): Promise<number> {
  const tokens = selectTokens(db)
  return await countRows(owner ? of(tokens, owner) : tokens)
}

/** The tokens of all people and projects, newest first. */
export async function listAllTokens(db: Db, { limit = NO_LIMIT, offset = 0 }: Part): Promise<AnyApiToken[]> {
  const rows = await selectTokens(db)
    .leftJoin('projects', 'projects.id', 'api_tokens.project_id')
    .selectAll('api_tokens')
    .select(['users.name as created_by_name', 'projects.name as project_name'])
    .orderBy('api_tokens.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map((row) => ({ ...toApiToken(row), projectName: row.project_name }))
}

/** A token that works. */
export async function findToken(db: Db, id: string, owner?: TokenOwner): Promise<Row | undefined> {
  const rows = selectTokens(db).select('users.name as created_by_name').selectAll('api_tokens')
  return await (owner ? of(rows, owner) : rows).where('api_tokens.id', '=', id).executeTakeFirst()
}

type NewToken = Pick<Row, 'kind' | 'hash' | 'hint' | 'name' | 'lifetime_days' | 'created_by'> & {
  owner: TokenOwner
  verbs: readonly Verb[]
  projectIds: string[] | null
}

/** Returns its id. Forgets tokens of the owner that ended long ago. */
export async function insertToken(db: Db, { owner, verbs, projectIds, ...token }: NewToken): Promise<string> {
  await of(db.deleteFrom('api_tokens'), owner)
    .where((eb) =>
      eb.or([eb('expires_at', '<', timeAgo(KEPT_DAYS * DAY_MS)), eb('revoked_at', '<', timeAgo(KEPT_DAYS * DAY_MS))]),
    )
    .execute()
  const id = newId()
  const values = {
    ...token,
    id,
    user_id: null,
    project_id: null,
    ...owner,
    verbs: JSON.stringify(verbs),
    project_ids: projectIds && JSON.stringify(projectIds),
    created_at: new Date().toISOString(),
    expires_at: timeIn(token.lifetime_days * DAY_MS),
  }
  await db.insertInto('api_tokens').values(values).execute()
  return id
}

/** Replaces the text of a token, for as long as it was valid at first. `keepOldUntil`: until when the old one works. */
export async function replaceHash(
  db: Db,
  row: Row,
  { hash, hint, keepOldUntil }: Pick<Row, 'hash' | 'hint'> & { keepOldUntil: string | null },
): Promise<void> {
  const old_hash = keepOldUntil === null ? null : row.hash
  await db
    .updateTable('api_tokens')
    .set({ hash, hint, old_hash, old_until: keepOldUntil, expires_at: timeIn(row.lifetime_days * DAY_MS) })
    .where('id', '=', row.id)
    .execute()
  noteEnd(db, row)
}

export async function revokeToken(db: Db, row: Row): Promise<void> {
  await db.updateTable('api_tokens').set({ revoked_at: new Date().toISOString() }).where('id', '=', row.id).execute()
  noteEnd(db, row)
}

/** Deletes the tokens of a deleted user. */
export async function deleteTokensOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('api_tokens').where('user_id', '=', userId).execute()
}

/** Live streams check the access of their callers again. */
function noteEnd(db: Db, { user_id, project_id }: Row): void {
  if (user_id !== null) noteChange(db, { kind: 'user', userId: user_id })
  if (project_id !== null) noteChange(db, { kind: 'credential', projectId: project_id })
}

function selectTokens(db: Db) {
  return db
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.created_by')
    .where('api_tokens.revoked_at', 'is', null)
    .where('api_tokens.expires_at', '>', new Date().toISOString())
}

function of<Q extends { where(column: any, operator: '=', value: string): Q }>(query: Q, owner: TokenOwner): Q {
  if ('user_id' in owner) return query.where('api_tokens.user_id', '=', owner.user_id)
  return query.where('api_tokens.project_id', '=', owner.project_id)
}

export function toApiToken(row: Row): ApiToken {
  const oldUntil = row.old_until !== null && row.old_until > new Date().toISOString() ? row.old_until : null
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    hint: row.hint,
    verbs: JSON.parse(row.verbs) as Verb[],
    projectId: row.project_id,
    projectIds: row.project_ids === null ? null : (JSON.parse(row.project_ids) as string[]),
    createdAt: row.created_at,
    createdBy: { id: row.created_by, name: row.created_by_name },
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    lastUsedNetwork: row.last_used_network,
    oldWorksUntil: oldUntil,
  }
}
