import { formatCount, formatNumber } from '#shared/format.ts'
import type { EventBody, NewFailure } from '#shared/notifications/event.ts'
import { failingOf, failuresText, passRate } from '#shared/test-runs/summary.ts'
import { runName } from '#shared/test-runs/run-name.ts'

/** What a message says, as written by people: each form makes it harmless. */
export type Message = {
  tone: 'good' | 'bad' | 'neutral'
  /** 'Checkout: R12 Nightly' */
  title: string
  /** '2 new failures, 1 fixed · 93 % of 46 passed': our words and numbers only. */
  verdict: string
  /** 'main · staging' */
  facts: string
  failures: NewFailure[]
  /** The number of new failures that are not named. */
  more: number
  link: { text: string; url: string }
}

export function messageOf({ type, data }: EventBody): Message {
  const { project, run, newFailures = [], counts } = data
  const about = run ? `${run.ref} ${runName(run)}` : undefined
  const isResult = type === 'run.completed' || type === 'run.newFailures'
  return {
    tone: run && isResult ? (isFailed(run) ? 'bad' : 'good') : 'neutral',
    title: about ? `${project.name}: ${about}` : project.name,
    verdict: isResult && run ? verdictOf(run, counts ?? null) : SENTENCES[type](data),
    facts: run ? [run.branch, run.environment, run.commit?.slice(0, 12)].filter(Boolean).join(' · ') : namesOf(data),
    failures: newFailures,
    more: Math.max(0, (counts?.newFailures ?? 0) - newFailures.length),
    link:
      run && type !== 'run.deleted'
        ? { text: `Open ${run.ref}`, url: run.url }
        : { text: 'Open the project', url: project.url },
  }
}

type Data = EventBody['data']
type Run = NonNullable<Data['run']>

export const isFailed = ({ status, summary }: Pick<Run, 'status' | 'summary'>) =>
  status === 'failed' || failingOf(summary) > 0

/** The result of a run in one line. */
export function verdictOf({ summary }: Pick<Run, 'summary'>, counts: NonNullable<Data['counts']> | null): string {
  const rate = passRate(summary)
  const executed = summary.passed + failingOf(summary)
  const changes = counts
    ? [many(counts.newFailures, 'new failure'), counts.fixed > 0 && `${formatNumber(counts.fixed)} fixed`]
    : [failuresText(summary)]
  const parts = [
    changes.filter(Boolean).join(', '),
    // Rounded down: 100 % means that all have passed.
    rate === null ? 'nothing was executed' : `${Math.floor(rate * 100)} % of ${formatNumber(executed)} passed`,
    summary.pending > 0 && `${formatNumber(summary.pending)} pending`,
  ]
  return parts.filter(Boolean).join(' · ')
}

const SENTENCES: Record<EventBody['type'], (data: Data) => string> = {
  'run.started': ({ run }) =>
    run && run.summary.total > 0 ? `started with ${many(run.summary.total, 'test case')}` : 'started',
  'run.completed': () => 'completed',
  'run.newFailures': () => 'new failures',
  'run.reopened': () => 'reopened',
  'run.deleted': () => 'deleted',
  'case.created': ({ count = 0 }) => `${many(count, 'test case')} created`,
  'case.updated': ({ count = 0 }) => `${many(count, 'test case')} changed`,
  'case.deleted': ({ count = 0 }) => `${many(count, 'test case')} deleted`,
  'quarantine.changed': ({ count = 0, isQuarantined }) =>
    `${many(count, 'test case')} ${isQuarantined ? 'put into' : 'taken out of'} quarantine`,
  'member.added': () => 'a member joined',
  'member.removed': () => 'a member left',
  ping: () => 'Assay can reach you here',
}

/** Who or what an event is about. */
function namesOf({ testCases = [], count = 0, user }: Data): string {
  if (user) return user.name
  const names = testCases.slice(0, 3).map(({ ref, name }) => `${ref} ${name}`)
  return [...names, count > names.length && `and ${formatNumber(count - names.length)} more`].filter(Boolean).join(', ')
}

const many = (count: number, noun: string) => (count === 0 ? `no ${noun}s` : formatCount(count, noun))
