import type { Generated } from 'kysely'

/** An import of cases by one call. It can be undone for 30 days. */
export interface ImportTable {
  id: string
  project_id: string
  /** The name of the file, if its sender gave one. */
  name: string | null
  format: string
  created_at: string
  /** Null for the project's credential. */
  created_by: string | null
  /** The number of cases to import. The counts below are those so far. */
  total: number
  created: Generated<number>
  updated: Generated<number>
  unchanged: Generated<number>
  /** What was refused or has no place, as JSON. */
  notes: string
  /** The rest of the import or of its undo, as JSON. Null when done. */
  pending: string | null
  undone_at: string | null
}

/** Cases that are not imported yet. A part is deleted once it is applied. */
export interface ImportPartTable {
  import_id: string
  number: number
  /** JSON, as gzip in base64. */
  cases: string
}

export interface ImportedTestCaseTable {
  import_id: string
  test_case_id: string
  /** Null for a created case. */
  revision_before: number | null
  revision_after: number
}
