import type { Door } from '#shared/arrivals/arrival.ts'

/* What other tools bring. */

/** When something last arrived through a door of a project. */
interface ArrivalTable {
  project_id: string
  door: Door
  received_at: string
}

/** Environments by the numbers that Qase's API calls them by, from 1 in each project. */
interface EnvironmentNumberTable {
  project_id: string
  number: number
  environment: string
}

/** The ids that senders gave the results that they sent one by one to a run: a repeated one is not recorded again. */
interface ReceivedResultTable {
  test_run_id: string
  result_id: string
}

/** The highest number given of each kind. */
interface NumberCounterTable {
  kind: string
  last: number
}

/** Whole numbers for records that other tools know only by number. They are never given again. */
interface NumberTable {
  kind: string
  number: number
  entity: string
}

export interface DoorTables {
  arrivals: ArrivalTable
  environment_numbers: EnvironmentNumberTable
  received_results: ReceivedResultTable
  number_counters: NumberCounterTable
  numbers: NumberTable
}
