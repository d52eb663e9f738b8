/* The stored quality of the newest 100 runs of each project, so that reads do not grow with the results. */

/** A run whose results are folded into the health of cases, completely or in part. */
export interface FoldedRunTable {
  /** Outlives the run: the row of a deleted run stays until its results are subtracted from the cases. */
  test_run_id: string
  project_id: string
  /** The version of the run when its results were folded; a random placeholder while they are being folded. */
  version: string
  branch: string | null
  environment: string | null
  /** Null until it is recounted after a change of this run or of an earlier one. */
  new_failures: number | null
  /** The counts of each suite as JSON, by id. */
  suites: string
  /** The folded results, packed. */
  results: string
}

/** The health of a case. A deleted case keeps its row, because it may be restored. */
export interface TestCaseHealthTable {
  test_case_id: string
  project_id: string
  /** The newest run in which it was executed. Null after that run was deleted, until the next one is found. */
  last_run_id: string | null
  last_run_at: string | null
  /** The oldest run on which the columns below depend. */
  oldest_run_id: string | null
  runs: number
  executions: number
  flips: number
  passed_on_retry: number
  score: number
  volume: number
  last_flaky_at: string | null
  /** The run that shows the failure of the last flake. */
  last_flake_run_id: string | null
  is_broken: number
  broken_at: string | null
  median_ms: number | null
  timed_runs: number
}
