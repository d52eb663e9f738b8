import { BODY_BYTES_MAX, type EventBody, NEW_FAILURES_MAX, type NewFailure } from '#shared/notifications/event.ts'
import { failingOf } from '#shared/test-runs/summary.ts'
import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import type { ReadSnapshot } from '../database/snapshots.ts'
import type { Db } from '../database/databases.ts'
import type { EventRow } from './deliveries.repository.ts'
import { cutText } from '../outbox/cut-text.ts'
import { findRun, listFailures, readProjectName } from './facts.repository.ts'
import { newFailuresOf } from './new-failures.ts'
import type { Facts } from './store-events.ts'

const TEXT_MAX = 255
const MESSAGE_MAX = 300
const DESCRIPTION_MAX = 1_000

/** The body of an event as JSON, with links below a base. Null if its project is deleted. */
export async function prepareEvent(
  { db, snapshot }: { db: Db; snapshot: ReadSnapshot },
  event: EventRow,
  baseUrl: string,
): Promise<string | null> {
  const name = await readProjectName(db, event.project_id)
  if (name === undefined) return null
  const { run, ...facts } = JSON.parse(event.facts) as Facts
  const url = `${baseUrl}/projects/${event.project_id}`
  const isEnded = event.type === 'run.completed' || event.type === 'run.newFailures'
  return fit({
    type: event.type as EventBody['type'],
    timestamp: event.created_at,
    data: {
      project: { id: event.project_id, name, url },
      ...facts,
      ...(run && { run: { ...shortRun(run), url: `${url}?tab=runs&run=${run.id}` } }),
      ...(run && isEnded && (await snapshot(async (all) => await compared(all, run)))),
    },
  })
}

function shortRun(run: TestRunListItem): TestRunListItem {
  const texts = ['branch', 'commit', 'environment', 'milestone', 'key'] as const
  const cutTexts = Object.fromEntries(texts.map((field) => [field, cut(run[field], TEXT_MAX)]))
  return { ...run, ...cutTexts, description: cut(run.description, DESCRIPTION_MAX) }
}

type Compared = Pick<EventBody['data'], 'comparedWith' | 'counts' | 'newFailures' | 'turned'>

/** A run that was deleted or reopened meanwhile is compared as it is. Failures of quarantined cases are no news. */
async function compared(db: Db, { id, summary }: TestRunListItem): Promise<Compared> {
  const row = await findRun(db, id)
  if (!row) return { comparedWith: null, counts: null, newFailures: [] }
  const { base, counts, ids } = await newFailuresOf(db, row)
  const { fixed, stillFailing, flaky } = counts
  const failures = await listFailures(db, ids.slice(0, NEW_FAILURES_MAX))
  const wasFailing = base !== null && failingOf(base) > 0
  return {
    comparedWith: base && { id: base.id, ref: base.ref, description: cut(base.description, TEXT_MAX) },
    counts: { newFailures: ids.length, fixed, stillFailing, flaky },
    newFailures: failures.map(toNewFailure),
    turned: wasFailing !== failingOf(summary) > 0,
  }
}

function toNewFailure(failure: Awaited<ReturnType<typeof listFailures>>[number]): NewFailure {
  return {
    ref: failure.ref,
    name: cut(failure.name, TEXT_MAX),
    suite: cut(failure.suite_name, TEXT_MAX),
    message: cut(failure.message, MESSAGE_MAX),
    assignee: failure.assignee_id === null ? null : { id: failure.assignee_id, name: failure.assignee_name ?? '' },
  }
}

/** Leaves out the last entries of lists until the body is small enough. Their numbers stay. */
function fit(body: EventBody): string {
  const { newFailures = [], testCases = [] } = body.data
  while (Buffer.byteLength(JSON.stringify(body)) >= BODY_BYTES_MAX && newFailures.length + testCases.length > 0)
    if (newFailures.length > 0) newFailures.pop()
    else testCases.pop()
  return JSON.stringify(body)
}

function cut<T extends string | null>(text: T, max: number): T {
  return (text === null ? null : cutText(text, max)) as T
}
