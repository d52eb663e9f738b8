import { formatCount, formatNumber } from '#shared/format.ts'
import type { DigestPeriod } from '#shared/notices/digest.ts'
import { runName } from '#shared/test-runs/run-name.ts'
import type { Services } from '../../context.ts'
import type { Mail, MailSection } from '../../mail/send-mail.ts'
import { plain } from '../../outbox/plain.ts'
import { unsubscribeUrl } from '../../mail/unsubscribe-link.ts'
import { DAY_MS, timeIn } from '../../times.ts'
import type { Period } from './digests.repository.ts'
import type { ProjectNews } from './read-digest.ts'

type Content = { period: Period; digest: DigestPeriod; news: ProjectNews[]; to: { userId: string; address: string } }

const [NAME_MAX, PLACE_MAX, CASE_MAX] = [100, 50, 200]
const [PROJECTS_MAX, RUNS_MAX, FAILURES_MAX, OPEN_MAX] = [20, 10, 10, 5]
/** Older news is no news. */
const USEFUL_MS = 2 * DAY_MS

/** The subject says what is new, then each project what has happened in it. */
export function digestMail(services: Pick<Services, 'config' | 'tokens'>, content: Content): Mail {
  const { period, digest, news, to } = content
  const baseUrl = services.config.PUBLIC_URL ?? ''
  const what = headOf(news)
  const left = news.length - PROJECTS_MAX
  return {
    kind: 'digest',
    to,
    expiresAt: timeIn(USEFUL_MS),
    content: {
      subject: `Assay, ${digest === 'daily' ? 'the last day' : 'the last week'}: ${what}`,
      lines: [what],
      sections: news.slice(0, PROJECTS_MAX).map((each) => sectionOf(each, baseUrl)),
      link: { text: left > 0 ? `And ${formatCount(left, 'more project')}` : 'Open Assay', url: `${baseUrl}/projects` },
      notes: [
        `From ${timeOf(period.since)} to ${timeOf(period.until)} UTC, in the projects of which you are a member.`,
        `You get this mail because you turned on the ${digest} digest in your profile.`,
      ],
      unsubscribeUrl: unsubscribeUrl(services, { of: to.userId, kind: 'digest' }),
    },
  }
}

function headOf(news: ProjectNews[]): string {
  const sum = (count: (each: ProjectNews) => number) => news.reduce((all, each) => all + count(each), 0)
  const [ended, open] = [sum((each) => each.ended), sum(openOf)]
  const failures = sum(({ runs }) => runs.reduce((all, { newFailures }) => all + newFailures, 0))
  const parts = [
    ended > 0 && (failures > 0 ? formatCount(failures, 'new failure') : 'no new failures'),
    ended > 0 && `${formatCount(ended, 'run')} ended`,
    open > 0 && `${formatCount(open, 'open result')} assigned to you`,
  ]
  return parts.filter(Boolean).join(', ')
}

function sectionOf(news: ProjectNews, baseUrl: string): MailSection {
  const { project, runs, ended, failing, open } = news
  const url = `${baseUrl}/projects/${project.id}?tab=runs`
  const shown = runs.slice(0, RUNS_MAX)
  const isFailing = ({ run }: ProjectNews['runs'][number]) => run.failed + run.error > 0
  const [moreRuns, moreFailing] = [ended - shown.length, failing - shown.filter(isFailing).length]
  const failures = runs.flatMap(({ run, named }) => named.map((each) => ({ ...each, run })))
  const moreFailures = runs.reduce((all, { newFailures }) => all + newFailures, 0) - FAILURES_MAX
  const inRuns = open.slice(0, OPEN_MAX).map(({ ref }) => ref)
  return {
    title: plain(project.name, NAME_MAX),
    url,
    lines: [
      ...shown.map(({ run, verdict }) => ({ text: `${nameOf(run)}: ${verdict}`, url: `${url}&run=${run.id}` })),
      moreRuns > 0 && { text: `And ${formatCount(moreRuns, 'more run')}, ${formatNumber(moreFailing)} with failures` },
      ...failures.slice(0, FAILURES_MAX).map(({ ref, name, suite, run }) => ({
        text: `New failure: ${ref} ${plain(name, CASE_MAX)} (${plain(suite, NAME_MAX)}) in ${run.ref}`,
      })),
      moreFailures > 0 && { text: `And ${formatCount(moreFailures, 'more new failure')}` },
      open.length > 0 && {
        text: `Assigned to you: ${formatCount(openOf(news), 'open result')} in ${inRuns.join(', ')}${open.length > OPEN_MAX ? ' …' : ''}`,
      },
    ].filter((line) => line !== false),
  }
}

/** 'R12 Nightly (main · staging)' */
function nameOf(run: ProjectNews['runs'][number]['run']): string {
  const place = [run.branch, run.environment].flatMap((text) => (text ? [plain(text, PLACE_MAX)] : [])).join(' · ')
  return `${run.ref} ${plain(runName(run), NAME_MAX)}${place && ` (${place})`}`
}

const openOf = ({ open }: ProjectNews) => open.reduce((all, { count }) => all + count, 0)
const timeOf = (iso: string) => iso.slice(0, 16).replace('T', ' ')
