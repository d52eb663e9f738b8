import type { Door } from '#shared/arrivals/arrival.ts'

/* Tables for data of other tools. */

interface ArrivalTable {
  project_id: string
  door: Door
  received_at: string
}

/** The numbers by which Qase's API calls environments, from 1 in each project. */
interface EnvironmentNumberTable {
  project_id: string
  number: number
  environment: string
}

/** Ids that senders gave to results of a run: a repeated one is not recorded again. */
interface ReceivedResultTable {
  test_run_id: string
  result_id: string
}

interface NumberCounterTable {
  kind: string
  last: number
}

/** Numbers for other tools, which know records only by number. Never reused. */
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
