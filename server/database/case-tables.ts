import type { Generated } from 'kysely'
import type { CaseColumns, ContentColumns } from './case-columns.ts'

/* The types of the tables of suites and cases, their history and their trash. */

export interface TestSuiteTable {
  id: string
  project_id: string
  name: string
  description: string | null
  /** 1-based position in the project, without gaps. 0 hides it while its cases are deleted or come back. */
  number: number
  created_at: string
}

export interface TestCaseTable extends CaseColumns {
  id: string
  test_suite_id: string
  project_id: string
  /** 'C1', 'C2' …, unique in its project and never given again. */
  ref: string
  /** The latest revision. */
  revision: number
  /** Orders the cases of the suite, and those of it in the trash; `ranks.ts`. */
  rank: string
  /** 1-based position in the suite, without gaps. It follows the rank; in a large suite after a while. */
  number: number
  created_at: string
  updated_at: string
  /** Null for the project's credential. */
  updated_by: string | null
  /** The suite that reports name for a case that was moved to another one. */
  reported_suite: string | null
  /** The list of its attachments as JSON, in the order in which they came; null for none. */
  attachments: string | null
}

/** A large suite whose cases have old numbers, from this rank on. */
export interface UnnumberedSuiteTable {
  test_suite_id: string
  rank: string
}

/** What one call has deleted. It can be undone for 30 days. */
export interface DeletionTable {
  id: string
  project_id: string
  deleted_at: string
  /** Null for the project's credential. */
  deleted_by: string | null
  /** Since when it is undone in short writes. */
  restored_at: Generated<string | null>
  /** The ids of the cases that are not deleted yet, as JSON. Null when all are. */
  pending: Generated<string | null>
}

/** The suite of a deletion, as it was. */
export interface DeletedTestSuiteTable {
  id: string
  deletion_id: string
  name: string
  description: string | null
  /** The number of the suite before which it stood, among those that are there now. */
  number: number
  /** Its place among the deleted ones with the same number. */
  rank: Generated<number>
  created_at: string
}

/** The case of a deletion. Its content is that of its latest revision. */
export interface DeletedTestCaseTable {
  id: string
  deletion_id: string
  /** Its suite, which may be deleted too. */
  test_suite_id: string
  suite_name: string
  /** Where it comes back in its suite. */
  rank: string
  ref: string
  revision: number
  automation_key: string | null
  reported_suite: string | null
  attachments: string | null
  created_at: string
  updated_at: string
  updated_by: string | null
}

/** The history of each case. Rows are never changed or deleted with the case, because runs refer to them. */
export interface TestCaseRevisionTable extends ContentColumns {
  test_case_id: string
  revision: number
  project_id: string
  test_suite_id: string
  /** That of the case. */
  ref: string
  /** Null for a later revision than the first from before version 11 of the schema. */
  changed_at: string | null
  changed_by: string | null
}

/** Changes of many cases by one call, to undo them. Deleted after a day. */
export interface CaseChangeTable {
  id: string
  project_id: string
  created_at: string
  undone_at: string | null
  /** The rest of the change, or of its undo, as JSON. Null when all is done. */
  pending: string | null
  /** How many cases it has changed. */
  changed: Generated<number>
}

/** What a change did to each case. A case that is placed anew later loses its row. */
export interface ChangedCaseTable {
  change_id: string
  test_case_id: string
  revision_before: number
  /** The same when only its place changed. */
  revision_after: number
  /** Null when the change was not about places. */
  rank_before: string | null
}

/** A case that is known to be flaky. A deleted case keeps its row until it is purged. */
export interface QuarantinedTestCaseTable {
  test_case_id: string
  project_id: string
  reason: string | null
  quarantined_at: string
  /** Null for the project's credential. */
  quarantined_by: string | null
}
