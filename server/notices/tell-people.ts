import { formatNumber } from '#shared/format.ts'
import type { NoticeKind } from '#shared/notices/notice.ts'
import { NAMED_CASES_MAX } from '#shared/notices/notice.ts'
import { runName } from '#shared/test-runs/run-name.ts'
import type { Services } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { findEvent, type EventRow } from '../notifications/deliveries.repository.ts'
import { findRun, listFailures, readProjectName } from '../notifications/facts.repository.ts'
import { verdictOf } from '../notifications/message.ts'
import { newFailuresOf } from '../notifications/new-failures.ts'
import type { DeliveryRow } from '../outbox/claims.repository.ts'
import { answerAt, type Attempt, type Outcome } from '../outbox/outcome.ts'
import { type TestRunRow, toTestRun } from '../test-runs/test-runs.repository.ts'
import { listAuthors, type NewNotice, type NoticeFacts } from './notices.repository.ts'
import type { PeopleFacts } from './store-for-people.ts'
import { tell } from './tell.ts'

type Needed = Pick<Services, 'db' | 'snapshot' | 'config' | 'tokens'>

/** Makes the notices of an event, and queues their mails. Repeated, it tells nobody twice. */
export async function tellPeople(services: Needed, { event_id }: DeliveryRow, { nowMs }: Attempt): Promise<Outcome> {
  const event = event_id === null ? undefined : await findEvent(services.db, event_id)
  const name = event && (await readProjectName(services.db, event.project_id))
  if (!event || name === undefined) return { kind: 'unwanted' }
  const notices = await services.snapshot(async (db) => await noticesOf(db, event))
  if (notices.length === 0) return { kind: 'unwanted' }
  const project = { id: event.project_id, name }
  return {
    kind: 'delivered',
    request: null,
    answer: answerAt(nowMs, {}),
    also: async (db) => await tell(db, services, { project, eventId: event.id, notices }),
  }
}

async function noticesOf(db: Db, event: EventRow): Promise<NewNotice[]> {
  const facts = JSON.parse(event.facts) as PeopleFacts
  const run = await findRun(db, facts.testRunId)
  if (!run) return []
  return 'assigneeId' in facts ? await ofAssignment(db, run, facts) : await ofEnd(db, run, facts.byUserId)
}

async function ofAssignment(
  db: Db,
  run: TestRunRow,
  { assigneeId, resultIds, count }: Extract<PeopleFacts, { assigneeId: string }>,
): Promise<NewNotice[]> {
  const text = `${many(count, 'test case is', 'test cases are')} assigned to you`
  return [notice(assigneeId, 'assigned', run, text, await listFailures(db, resultIds))]
}

async function ofEnd(db: Db, run: TestRunRow, byUserId: string | null): Promise<NewNotice[]> {
  const { base, counts, ids } = await newFailuresOf(db, run)
  const changes = base && { ...counts, newFailures: ids.length }
  const ended: NewNotice[] =
    run.created_by === null || run.created_by === byUserId
      ? []
      : [notice(run.created_by, 'run.ended', run, verdictOf(toTestRun(run), changes), [])]
  const byAuthor = Map.groupBy(await listAuthors(db, ids), ({ userId }) => userId)
  for (const [userId, own] of byAuthor) {
    const named = own.slice(0, NAMED_CASES_MAX).map(({ resultId }) => resultId)
    const text = `${many(own.length, 'test case that you wrote is', 'test cases that you wrote are')} newly failing`
    ended.push(notice(userId, 'case.failing', run, text, await listFailures(db, named)))
  }
  return ended
}

function notice(
  userId: string,
  kind: NoticeKind,
  run: TestRunRow,
  text: string,
  named: { ref: string; name: string }[],
): NewNotice {
  const { id, ref } = run
  const cases = named.map((each) => ({ ref: each.ref, name: each.name }))
  return { userId, kind, facts: { testRun: { id, ref, name: runName(run) }, text, cases } satisfies NoticeFacts }
}

const many = (count: number, one: string, more: string) => `${formatNumber(count)} ${count === 1 ? one : more}`
