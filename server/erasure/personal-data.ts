/*
 * Every column that names a person, by table. A new one is listed here, and the erasure and the export follow.
 * `delete`: rows of the user are deleted, and exported before. `author`: rows stay and show the new name of the user.
 * `elsewhere`: other code deletes it, or it is no name of a person.
 */

type Treatment = 'delete' | 'author' | 'elsewhere'

export const PERSONAL_COLUMNS: Record<string, Treatment> = {
  'api_tokens.user_id': 'delete',
  'api_tokens.created_by': 'author',
  // Goes with a personal token. That of a project's token is the network of a pipeline.
  'api_tokens.last_used_network': 'elsewhere',
  'attachments.created_by': 'author',
  'audit_events.actor_id': 'author',
  'audit_personal.user_id': 'delete',
  'deleted_test_cases.updated_by': 'author',
  'deletions.deleted_by': 'author',
  // Kept answers: erasures.ts.
  'idempotency_keys.caller': 'elsewhere',
  'factors.user_id': 'delete',
  'identities.user_id': 'delete',
  // Goes with the identity.
  'identities.email': 'elsewhere',
  'imports.created_by': 'author',
  'invites.created_by': 'author',
  'invites.email': 'elsewhere',
  'mails.user_id': 'delete',
  'mails.caused_by': 'author',
  // A keyed hash.
  'mails.recipient': 'elsewhere',
  'notice_settings.user_id': 'delete',
  'notices.user_id': 'delete',
  // Passes to another owner, or ends.
  'project_members.user_id': 'delete',
  'quarantined_test_cases.quarantined_by': 'author',
  'recovery_codes.user_id': 'delete',
  'run_shares.created_by': 'author',
  // Ends with the membership.
  'run_shares.member_id': 'elsewhere',
  'sessions.user_id': 'delete',
  'sessions.network': 'elsewhere',
  'sign_in_failures.email': 'elsewhere',
  'sign_in_failures.address': 'elsewhere',
  'sign_in_networks.user_id': 'delete',
  'sign_in_networks.network': 'elsewhere',
  'test_case_revisions.changed_by': 'author',
  'test_cases.updated_by': 'author',
  'test_reports.sent_by': 'author',
  'test_result_attempts.executed_by': 'author',
  'test_results.assignee_id': 'author',
  'test_results.executed_by': 'author',
  'test_runs.created_by': 'author',
  'users.email': 'elsewhere',
}

/** Columns that may name a person by their name. */
export const NAMES_PEOPLE =
  /(^|_)(user|person|actor|assignee|owner|member)_id$|_by$|email|network|^address$|^caller$|^recipient$/

/** Columns that an export leaves out: secrets, and what only the server can read. */
export const SECRET = /hash|sealed|salt|secret|seed|code|key$/

/** The primary keys of the tables that have no `id`. */
export const KEYS: Record<string, string[]> = {
  audit_personal: ['event_id', 'kind'],
  notice_settings: ['user_id'],
  recovery_codes: ['user_id', 'code_hash'],
  sign_in_networks: ['user_id', 'network'],
}

export type Held = [table: string, column: string]

/** The tables whose rows belong to a user, and the column with the user. */
export const HELD = Object.entries(PERSONAL_COLUMNS)
  .filter(([, treatment]) => treatment === 'delete')
  .map(([column]) => column.split('.') as Held)
