import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await createUsers(db)
  await createProjects(db)
  await createTestSuites(db)
  await createTestRuns(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  const newestFirst = [
    'test_result_attempts',
    'test_results',
    'test_run_suites',
    'test_runs',
    'test_case_revisions',
    'test_cases',
    'test_suites',
    'invites',
    'project_members',
    'projects',
    'sign_in_failures',
    'settings',
    'users',
  ]
  for (const table of newestFirst) await db.schema.dropTable(table).execute()
}

async function createUsers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('email', 'text', (column) => column.unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('search_text', 'text', (column) => column.notNull())
    .addColumn('password_hash', 'text')
    .addColumn('is_admin', 'integer', (column) => column.notNull())
    .addColumn('is_active', 'integer', (column) => column.notNull())
    .addColumn('must_reset_password', 'integer', (column) => column.notNull())
    .addColumn('token_version', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('deleted_at', 'text')
    .execute()
  await db.schema
    .createTable('settings')
    .addColumn('key', 'text', (column) => column.primaryKey().notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('sign_in_failures')
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('failed_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('sign_in_failures_by_account')
    .on('sign_in_failures')
    .columns(['email', 'address', 'failed_at'])
    .execute()
  await db.schema.createIndex('sign_in_failures_by_time').on('sign_in_failures').column('failed_at').execute()
}

async function createProjects(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('projects')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text')
    .addColumn('client_secret', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('project_members')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('joined_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('project_members_once', ['project_id', 'user_id'])
    .execute()
  await db.schema
    .createIndex('project_members_by_user')
    .on('project_members')
    .columns(['user_id', 'project_id'])
    .execute()
  await db.schema
    .createTable('invites')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('invites_once', ['project_id', 'email'])
    .execute()
}

async function createTestSuites(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('test_suites')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text')
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('test_suites_in_order').on('test_suites').columns(['project_id', 'number']).execute()
  await db.schema
    .createTable('test_cases')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('test_suite_id', 'text', (column) => column.notNull().references('test_suites.id').onDelete('cascade'))
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text')
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('expected_value_type', 'text')
    .addColumn('expected_value', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('test_cases_in_order').on('test_cases').columns(['test_suite_id', 'number']).execute()
  await db.schema
    .createIndex('test_cases_by_project')
    .on('test_cases')
    .columns(['project_id', 'test_suite_id', 'number'])
    .execute()
  await db.schema
    .createTable('test_case_revisions')
    .addColumn('test_case_id', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('test_suite_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text')
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('expected_value_type', 'text')
    .addColumn('expected_value', 'text')
    .addPrimaryKeyConstraint('test_case_revisions_key', ['test_case_id', 'revision'])
    .execute()
  await db.schema.createIndex('test_case_revisions_by_project').on('test_case_revisions').column('project_id').execute()
  await db.schema
    .createIndex('test_case_revisions_by_name')
    .on('test_case_revisions')
    .columns(['test_suite_id', 'name'])
    .execute()
}

async function createTestRuns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('test_runs')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('description', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('completed_at', 'text')
    .addColumn('created_by', 'text', (column) => column.references('users.id'))
    .addColumn('total', 'integer', (column) => column.notNull())
    .addColumn('passed', 'integer', (column) => column.notNull())
    .addColumn('failed', 'integer', (column) => column.notNull())
    .addColumn('error', 'integer', (column) => column.notNull())
    .addColumn('pending', 'integer', (column) => column.notNull())
    .addColumn('skipped', 'integer', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('test_runs_in_order').on('test_runs').columns(['project_id', 'id']).execute()
  await db.schema
    .createTable('test_run_suites')
    .addColumn('test_run_id', 'text', (column) => column.notNull().references('test_runs.id').onDelete('cascade'))
    .addColumn('test_suite_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('test_run_suites_key', ['test_run_id', 'test_suite_id'])
    .execute()
  await db.schema
    .createTable('test_results')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('test_run_id', 'text', (column) => column.notNull().references('test_runs.id').onDelete('cascade'))
    .addColumn('test_case_id', 'text', (column) => column.notNull())
    .addColumn('case_revision', 'integer', (column) => column.notNull())
    .addColumn('test_suite_id', 'text', (column) => column.notNull())
    .addColumn('suite_number', 'integer', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('expected_value', 'text')
    .addColumn('actual_value', 'text')
    .addColumn('error_message', 'text')
    .addColumn('notes', 'text')
    .addColumn('execution_time_ms', 'double precision')
    .addColumn('executed_at', 'text')
    .addColumn('executed_by', 'text', (column) => column.references('users.id'))
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addUniqueConstraint('test_results_once', ['test_case_id', 'test_run_id'])
    .execute()
  await db.schema
    .createIndex('test_results_in_order')
    .on('test_results')
    .columns(['test_run_id', 'suite_number', 'number', 'id'])
    .execute()
  await db.schema
    .createIndex('test_results_by_status')
    .on('test_results')
    .columns(['test_run_id', 'status', 'suite_number', 'number', 'id', 'test_suite_id'])
    .execute()
  await db.schema
    .createTable('test_result_attempts')
    .addColumn('test_result_id', 'text', (column) => column.notNull().references('test_results.id').onDelete('cascade'))
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('expected_value', 'text')
    .addColumn('actual_value', 'text')
    .addColumn('error_message', 'text')
    .addColumn('notes', 'text')
    .addColumn('execution_time_ms', 'double precision')
    .addColumn('executed_at', 'text', (column) => column.notNull())
    .addColumn('executed_by', 'text', (column) => column.references('users.id'))
    .addPrimaryKeyConstraint('test_result_attempts_key', ['test_result_id', 'number'])
    .execute()
}
