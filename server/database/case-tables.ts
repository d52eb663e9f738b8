import type { Generated } from 'kysely'
import type { CaseColumns, ContentColumns } from './case-columns.ts'

export interface TestSuiteTable {
  id: string
  project_id: string
  name: string
  description: string | null
  /** 1-based position in the project, without gaps. 0 hides the suite while its cases are deleted or restored. */
  number: number
  created_at: string
}

export interface TestCaseTable extends CaseColumns {
  id: string
  test_suite_id: string
  project_id: string
  /** 'C1', 'C2' …, unique in the project and never reused. */
  ref: string
  revision: number
  /** Orders the cases of the suite, deleted ones included; see `ranks.ts`. */
  rank: string
  /** 1-based position in the suite, without gaps. Follows the rank, with a delay in a large suite. */
  number: number
  created_at: string
  updated_at: string
  /** Null for the project's credential. */
  updated_by: string | null
  /** The name of its suite in reports, for a case that was moved to another suite. */
  reported_suite: string | null
  /** The list of its attachments as JSON, oldest first; null for none. */
  attachments: string | null
}

/** A large suite whose cases have outdated numbers from this rank on. */
export interface UnnumberedSuiteTable {
  test_suite_id: string
  rank: string
}

/** The deletions of one call. They can be undone for 30 days. */
export interface DeletionTable {
  id: string
  project_id: string
  deleted_at: string
  /** Null for the project's credential. */
  deleted_by: string | null
  /** When an undo in short writes began. */
  restored_at: Generated<string | null>
  /** The ids of the cases that are yet to be deleted, as JSON. Null when done. */
  pending: Generated<string | null>
}

export interface DeletedTestSuiteTable {
  id: string
  deletion_id: string
  name: string
  description: string | null
  /** The current number of the suite before which it stood. */
  number: number
  /** Orders deleted suites with the same number. */
  rank: Generated<number>
  created_at: string
}

/** A case in a deletion. Its content is that of its latest revision. */
export interface DeletedTestCaseTable {
  id: string
  deletion_id: string
  test_suite_id: string
  suite_name: string
  /** Where a restore puts it in its suite. */
  rank: string
  ref: string
  revision: number
  automation_key: string | null
  external_key: string | null
  reported_suite: string | null
  attachments: string | null
  created_at: string
  updated_at: string
  updated_by: string | null
}

/** The history of each case. Rows are never changed, nor deleted with the case: runs refer to them. */
export interface TestCaseRevisionTable extends ContentColumns {
  test_case_id: string
  revision: number
  project_id: string
  test_suite_id: string
  ref: string
  /** Null for later revisions from before version 11 of the schema. */
  changed_at: string | null
  changed_by: string | null
}

/** Bulk changes of cases by one call, for undo. Deleted after a day. */
export interface CaseChangeTable {
  id: string
  project_id: string
  created_at: string
  undone_at: string | null
  /** The rest of the change or of its undo, as JSON. Null when done. */
  pending: string | null
  changed: Generated<number>
}

/** What a change did to each case. A case that is moved again later loses its row. */
export interface ChangedCaseTable {
  change_id: string
  test_case_id: string
  revision_before: number
  /** The same as before if only its position changed. */
  revision_after: number
  /** Null if the change moved no cases. */
  rank_before: string | null
}

/** A quarantined case. A deleted case keeps its row until it is purged. */
export interface QuarantinedTestCaseTable {
  test_case_id: string
  project_id: string
  reason: string | null
  quarantined_at: string
  /** Null for the project's credential. */
  quarantined_by: string | null
}
