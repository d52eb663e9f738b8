import type { Generated } from 'kysely'

export interface SearchedProjectTable {
  number: Generated<number>
  project_id: string
}

export interface TestCaseSearchTable {
  /** Of `idRange`, plus the number of the ref. */
  id: number
  test_case_id: string
  project_id: string
  test_suite_id: string
  /** Whether the trigram index has this text. A search reads all others. */
  is_indexed: 0 | 1
  /** From `searchText`. */
  text: string
}
