import type { EventType } from '#shared/notifications/event.ts'
import { STATUS_EVENTS, STATUS_FORMS } from '#shared/notifications/event.ts'
import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import type { ProjectEvent, ResultsAssigned } from '../database/changes.ts'
import type { Db } from '../database/databases.ts'
import { toTestRun } from '../test-runs/test-runs.repository.ts'
import { insertEvent } from './deliveries.repository.ts'
import { findRun, listNamedCases, readUserName } from './facts.repository.ts'
import { listActiveWebhooks } from './webhooks.repository.ts'

type Webhook = Awaited<ReturnType<typeof listActiveWebhooks>>[number]
/** What the transaction of an event stores about it. */
export type Facts = {
  run?: TestRunListItem
  testCases?: { id: string; ref: string; name: string }[]
  count?: number
  isQuarantined?: boolean
  user?: { id: string; name: string }
}

const NAMED_CASES = 20

/**
 * Stores the events of a write and their deliveries in its transaction. A project without a webhook pays one lookup.
 * Returns whether something is to be delivered.
 */
export async function storeEvents(db: Db, events: ProjectEvent[]): Promise<boolean> {
  let hasDeliveries = false
  for (const [projectId, ofProject] of Map.groupBy(events, (event) => event.projectId)) {
    const webhooks = await listActiveWebhooks(db, { projectId })
    if (webhooks.length === 0) continue
    for (const event of ofProject)
      if (event.type !== 'results.assigned' && (await storeEvent(db, event, webhooks))) hasDeliveries = true
  }
  return hasDeliveries
}

type ToldEvent = Exclude<ProjectEvent, ResultsAssigned>

async function storeEvent(db: Db, event: ToldEvent, webhooks: Webhook[]): Promise<boolean> {
  // Whether a run has new failures is found out before the delivery: it takes too long for a transaction.
  const types: EventType[] = event.type === 'run.completed' ? [event.type, 'run.newFailures'] : [event.type]
  const wanted = types.map((type) => ({ type, told: webhooks.filter((webhook) => isTold(webhook, type)) }))
  if (wanted.every(({ told }) => told.length === 0)) return false
  const facts = await factsOf(db, event)
  if (!facts) return false
  let hasDeliveries = false
  for (const { type, told } of wanted) {
    const receivers = told.filter((webhook) => isOfRun(webhook, facts.run))
    if (receivers.length === 0) continue
    hasDeliveries = true
    const targets = receivers.map(({ id, form }) => ({ target: id, form }))
    await insertEvent(db, { project_id: event.projectId, type, facts }, targets)
  }
  return hasDeliveries
}

function isTold({ events, form }: Webhook, type: EventType): boolean {
  if (STATUS_FORMS.includes(form)) return STATUS_EVENTS.includes(type)
  return (JSON.parse(events) as string[]).includes(type)
}

function isOfRun({ form, branch, environment }: Webhook, run: TestRunListItem | undefined): boolean {
  if (!run) return true
  if (STATUS_FORMS.includes(form) && !run.commit) return false
  return (branch ?? run.branch) === run.branch && (environment ?? run.environment) === run.environment
}

/** Undefined if the record is gone before the end of its write. */
async function factsOf(db: Db, event: ToldEvent): Promise<Facts | undefined> {
  if ('run' in event) return { run: event.run }
  if ('testRunId' in event) {
    const row = await findRun(db, event.testRunId)
    return row && { run: toTestRun(row) }
  }
  if ('userId' in event) {
    const name = await readUserName(db, event.userId)
    return name === undefined ? undefined : { user: { id: event.userId, name } }
  }
  const { testCaseIds, more = 0, isQuarantined } = event
  return {
    testCases: await listNamedCases(db, testCaseIds.slice(0, NAMED_CASES)),
    count: testCaseIds.length + more,
    ...(isQuarantined !== undefined && { isQuarantined }),
  }
}
