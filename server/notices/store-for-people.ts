import type { ProjectEvent, ResultsAssigned } from '../database/changes.ts'
import type { Db } from '../database/databases.ts'
import { insertEvent } from '../notifications/deliveries.repository.ts'

/** What the transaction of an event stores for people. */
export type PeopleFacts = { testRunId: string; byUserId: string | null } | Omit<ResultsAssigned, 'type' | 'projectId'>

const RECEIVER = { target: 'people', form: 'people' } as const

/** Stores what people may be told of. Whom it concerns is found out after the commit. */
export async function storeForPeople(db: Db, events: ProjectEvent[]): Promise<boolean> {
  let hasDeliveries = false
  for (const event of events) {
    if (event.type !== 'run.completed' && event.type !== 'results.assigned') continue
    const { type, projectId, ...facts } = event
    await insertEvent(db, { project_id: projectId, type, facts: facts satisfies PeopleFacts }, [RECEIVER])
    hasDeliveries = true
  }
  return hasDeliveries
}
