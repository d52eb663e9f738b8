import type { Generated, Selectable } from 'kysely'
import type { AttachmentType } from '#shared/attachments/attachment.ts'
import type { MemberRole } from '#shared/members/member.ts'
import type { ResultStatus } from '#shared/test-results/result-status.ts'
import type { RunStatus } from '#shared/test-runs/test-run.ts'
import type {
  CaseChangeTable,
  ChangedCaseTable,
  DeletedTestCaseTable,
  DeletedTestSuiteTable,
  DeletionTable,
  QuarantinedTestCaseTable,
  TestCaseRevisionTable,
  TestCaseTable,
  TestSuiteTable,
  UnnumberedSuiteTable,
} from './case-tables.ts'
import type { AuditTables } from './audit-tables.ts'
import type { AuthTables } from './auth-tables.ts'
import type { DoorTables } from './door-tables.ts'
import type { ImportedTestCaseTable, ImportPartTable, ImportTable } from './import-tables.ts'
import type { NoticeTables } from './notice-tables.ts'
import type { NotificationTables } from './notification-tables.ts'
import type { FoldedRunTable, TestCaseHealthTable } from './quality-tables.ts'
import type { SearchedProjectTable, TestCaseSearchTable } from './search/tables.ts'

/*
 * The types of all tables for Kysely; migrations/ creates the tables. Booleans are 0 and 1, times are ISO 8601 text and
 * ids are UUIDv7 text, in SQLite and in PostgreSQL.
 */

type Flag = 0 | 1

export interface UserTable {
  id: string
  /** Null for a deleted user, so that the address can be used again. */
  email: string | null
  name: string
  search_text: string
  password_hash: string | null
  is_admin: Flag
  is_active: Flag
  must_reset_password: Flag
  /** When a temporary password expires. Null for a password chosen by the user. */
  temp_password_expires_at: string | null
  /** Incremented to revoke all earlier access tokens. */
  token_version: number
  created_at: string
  /** The row of a deleted user stays, because history refers to it. */
  deleted_at: string | null
  /** How far the work after an erasure or a change of the name has come, as step and id. Null if none is left. */
  erasing: string | null
}

export type UserRow = Selectable<UserTable>

export interface ProjectTable {
  id: string
  name: string
  description: string | null
  /** The address pattern of its issue tracker. */
  issue_url: Generated<string | null>
  /** SHA-256 of the client secret, in hex. Null until a server has sealed the secret of an earlier version. */
  secret_hash: string | null
  /** The client secret to show it, sealed. */
  sealed_secret: string
  /** The hash of the former secret, and until when it works. */
  old_secret_hash: Generated<string | null>
  old_secret_until: Generated<string | null>
  created_at: string
  /** Replaced by the writer whenever a read of the project, its suites or its cases would change. */
  version: Generated<string>
  /** The number of the latest case ref, deleted cases included. */
  last_case_number: Generated<number>
  /** The latest mapping of columns for imports, as JSON by header. */
  import_mapping: Generated<string | null>
  /** The number of the latest run ref, deleted runs included. */
  last_run_number: Generated<number>
  /** How long its runs, their attachments and their traces are kept. Null: for ever. */
  keep_runs_days: Generated<number | null>
  keep_attachments_days: Generated<number | null>
  keep_traces_days: Generated<number | null>
  /** A deleted project is hidden until all of it is removed. */
  deleted_at: Generated<string | null>
}

interface ProjectMemberTable {
  id: string
  project_id: string
  user_id: string
  role: MemberRole
  joined_at: string
}

export interface InviteTable {
  id: string
  project_id: string
  email: string
  /** SHA-256 of the token, in hex. The token itself is not stored. */
  token_hash: string
  expires_at: string
  created_at: string
  /** Null for an invite of an earlier version. */
  created_by: string | null
}

export interface TestRunTable {
  id: string
  project_id: string
  /** 'R1', 'R2' …, unique in the project and never reused. */
  ref: string
  /** Harnesses find the run by this key; unique in its project. */
  key: string | null
  description: string | null
  status: RunStatus
  created_at: string
  completed_at: string | null
  /** Null while the run is running, and if its reports state no durations. */
  duration_ms: number | null
  created_by: string | null
  branch: string | null
  commit: string | null
  environment: string | null
  build_url: string | null
  milestone: string | null
  /** As JSON; null for none. */
  extras: Generated<string | null>
  /** From `searchTextOfRun`. */
  search_text: string
  total: number
  passed: number
  failed: number
  error: number
  pending: number
  skipped: number
  flaky: Generated<number>
  /** Hidden: it is being started or deleted, or its first report is being recorded. */
  is_receiving: Generated<Flag>
  /** When a hidden run may be removed: a deleted one at once, one that is being started when its server has stopped. */
  remove_after: Generated<string | null>
  /** Retention deletes nothing of a pinned run. */
  is_pinned: Generated<Flag>
  /** 1 while retention deletes its attachments or traces, 2 afterwards. */
  trims_attachments: Generated<0 | 1 | 2>
  trims_traces: Generated<0 | 1 | 2>
  /** The case of the last result without them. */
  trimmed_to: Generated<string | null>
  /** Replaced by the writer whenever a read of the run or its results would change. */
  version: Generated<string>
}

/** Snapshots of the suites of a run, taken when they joined it. */
interface TestRunSuiteTable {
  test_run_id: string
  test_suite_id: string
  name: string
  number: number
}

interface Outcome {
  status: ResultStatus
  /** The expected value that the execution sent; null means that of the snapshot. */
  expected_value: string | null
  actual_value: string | null
  error_message: string | null
  trace: string | null
  notes: string | null
  /** A list as JSON; null for none. */
  defects: string | null
  execution_time_ms: number | null
  /** When the execution began, if the sender reported it. */
  started_at: string | null
  /** Whether a person gave the status. */
  is_status_by_hand: Generated<Flag>
  /** The verdicts of the snapshot's steps as JSON; null if no step is judged. */
  steps: string | null
}

export interface TestResultTable extends Outcome {
  id: string
  test_run_id: string
  test_case_id: string
  case_revision: number
  test_suite_id: string
  suite_number: number
  number: number
  executed_at: string | null
  executed_by: string | null
  assignee_id: string | null
  attempts: number
  /** Whether an execution in this run failed. Values set by hand do not count. */
  has_failed: Generated<Flag>
  /** Whether an execution passed after an earlier one failed. */
  flaky: Generated<Flag>
  /** The list of its attachments as JSON, oldest first; null for none. */
  attachments: string | null
}

/** Every execution of a result. Rows are never changed, but retention deletes their traces. */
export interface TestResultAttemptTable extends Outcome {
  test_result_id: string
  number: number
  executed_at: string
  executed_by: string | null
  /** The source report; null for an execution by REST and for reports before version 4 of the schema. */
  test_report_id: string | null
  /** A digest of the name of the test in the report. */
  reported_test: string | null
  /** As JSON; null for none. */
  extras: string | null
}

/** The reports of a run: recorded, or accepted and being recorded. */
export interface TestReportTable {
  /** Sorts by the time of acceptance. */
  id: string
  test_run_id: string
  /** SHA-256 of the report's bytes, in hex, after `retry ` for a retry: the same bytes are recorded once. */
  digest: string
  shard: string | null
  /** Whether the sender wants the run completed after its last shard. */
  completes: Flag
  awaits_files: Generated<Flag>
  is_retry: Generated<Flag>
  /** The user who sent it; null for the project's credential. */
  sent_by: string | null
  /** The Idempotency-Key to store the response under, as JSON. */
  idempotency: string | null
  /** Counts so far: cases created, results recorded, executions. */
  created: Generated<number>
  recorded: Generated<number>
  executions: Generated<number>
  /** When a server last worked on it; null once it is recorded. */
  touched_at: string | null
  /** The response as JSON, without the run and the counts until the report is recorded. */
  answer: string
  created_at: string
}

/** The tests of large reports that are not recorded yet, in parts. A part is deleted once it is recorded. */
interface TestReportPartTable {
  test_report_id: string
  number: number
  /** One JSON line per test, as gzip in base64. */
  tests: string
  stored_at: string
}

/** Files of results or cases, or of reports that are not recorded yet. */
export interface AttachmentTable {
  id: string
  test_result_id: string | null
  name: string
  type: AttachmentType
  size: number
  /** 0 while the bytes arrive. */
  is_stored: Flag
  created_at: string
  created_by: string | null
  /** Outlives the case: a deleted case keeps its attachments until it is purged. */
  test_case_id: string | null
  /** The report that contained it, until the report's result takes it. */
  test_report_id: string | null
  /** Deleted with this project. Null for an attachment of a result, which is deleted with the result. */
  project_id: string | null
  /**
   * Null if its bytes are in the database, in chunks. Else the number of its objects in the bucket; while it arrives, how
   * many there may be.
   */
  pieces: Generated<number | null>
}

/** The objects of a deleted attachment, which the bucket still has. */
interface BucketRemovalTable {
  attachment_id: string
  pieces: number
  due_at: string
}

interface AttachmentChunkTable {
  attachment_id: string
  number: number
  /** In base64. */
  bytes: string
}

export interface RunShareTable {
  test_run_id: string
  /** SHA-256 of the token, in hex. The token itself is not stored. */
  token_hash: string
  created_at: string
  created_by: string
  /** The author's membership when the link was made: the link ends with it. */
  member_id: string | null
  expires_at: string
}

export interface ProjectBadgeTable {
  project_id: string
  /** Stored readable: the owner reads the address again to embed it in another page. */
  token: string
  created_at: string
}

/** Stored responses for callers that retry a call after a lost response. */
interface IdempotencyKeyTable {
  caller: string
  key: string
  /** SHA-256 of the request, in hex. */
  request: string
  answer: string
  created_at: string
}

export interface Tables extends AuditTables, AuthTables, DoorTables, NoticeTables, NotificationTables {
  users: UserTable
  projects: ProjectTable
  project_members: ProjectMemberTable
  invites: InviteTable
  test_suites: TestSuiteTable
  test_cases: TestCaseTable
  searched_projects: SearchedProjectTable
  test_case_search: TestCaseSearchTable
  test_case_revisions: TestCaseRevisionTable
  deletions: DeletionTable
  deleted_test_suites: DeletedTestSuiteTable
  deleted_test_cases: DeletedTestCaseTable
  case_changes: CaseChangeTable
  changed_cases: ChangedCaseTable
  unnumbered_suites: UnnumberedSuiteTable
  imports: ImportTable
  import_parts: ImportPartTable
  imported_test_cases: ImportedTestCaseTable
  quarantined_test_cases: QuarantinedTestCaseTable
  test_runs: TestRunTable
  test_run_suites: TestRunSuiteTable
  test_results: TestResultTable
  test_result_attempts: TestResultAttemptTable
  test_reports: TestReportTable
  test_report_parts: TestReportPartTable
  attachments: AttachmentTable
  attachment_chunks: AttachmentChunkTable
  bucket_removals: BucketRemovalTable
  run_shares: RunShareTable
  project_badges: ProjectBadgeTable
  folded_runs: FoldedRunTable
  test_case_health: TestCaseHealthTable
  idempotency_keys: IdempotencyKeyTable
}
