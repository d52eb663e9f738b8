import type { Door } from '#shared/arrivals/arrival.ts'

/* What other tools bring. */

/** When something last arrived through a door of a project. */
export interface ArrivalTable {
  project_id: string
  door: Door
  received_at: string
}

/** Environments by the numbers that Qase's API calls them by, from 1 in each project. */
export interface EnvironmentNumberTable {
  project_id: string
  number: number
  environment: string
}

/** The ids that senders gave the results that they sent one by one to a run: a repeated one is not recorded again. */
export interface ReceivedResultTable {
  test_run_id: string
  result_id: string
}

/** The highest number given of each kind. */
export interface NumberCounterTable {
  kind: string
  last: number
}

/** Whole numbers for records that other tools know only by number. They are never given again. */
export interface NumberTable {
  kind: string
  number: number
  entity: string
}
