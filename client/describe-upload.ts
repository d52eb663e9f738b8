import { formatCount } from '#shared/format.ts'
import type { ReportAnswer } from '#shared/test-reports/test-report.ts'
import { describeAttached } from './attach-files.ts'
import type { Folding } from './fold.ts'
import type { Sent } from './report-upload.ts'

export function describeSent({ file, format, isRepeat, attached, ...answer }: Sent, folding: Folding): string[] {
  const { declared, recorded, attempts, created, warnings } = answer
  // A server of an earlier version sends no attachments.
  const attachments = answer.attachments as ReportAnswer['attachments'] | undefined
  const counts = [
    formatCount(recorded, 'result'),
    ...(attempts > 0 ? [formatCount(attempts, 'earlier attempt')] : []),
    formatCount(created, 'new case'),
  ]
  const lines = [`${format}, ${isRepeat ? 'sent before, not counted again' : counts.join(', ')}`]
  if (declared !== null && declared > recorded + attempts)
    lines.push(`the report declares ${formatCount(declared, 'test')}`)
  const stored = attachments?.stored ?? 0
  if (stored > 0 && !isRepeat) lines.push(`${formatCount(stored, 'file')} in the report attached`)
  if (attached) lines.push(...describeAttached(attached))
  const skipped = (attachments?.skipped ?? []).map(
    ({ name, reason, count: files }) => `${formatCount(files, 'attachment')} not kept (${name}): ${reason}`,
  )
  const shown = [...warnings, ...skipped].filter((message) => folding.isShown({ message }))
  return [...lines, ...shown.map((warning) => `warning: ${warning}`)].map((line) => `${file}: ${line}`)
}

export function describeIgnored(answers: Pick<ReportAnswer, 'ignored'>[]): string[] {
  const sums = new Map<string, ReportAnswer['ignored'][number]>()
  for (const { element, count, reason } of answers.flatMap(({ ignored }) => ignored)) {
    const key = `${element}\n${reason}`
    sums.set(key, { element, reason, count: count + (sums.get(key)?.count ?? 0) })
  }
  return [...sums.values()]
    .toSorted((a, b) => b.count - a.count)
    .map(({ element, count, reason }) => `ignored ${count} × ${element}: ${reason}`)
}

export function describeRun({ id, key, status, summary }: ReportAnswer['testRun']): string[] {
  return [`Run ${id}: ${status}${key === null ? '' : ` ${key}`}`, describeSummary(summary)]
}

export function describeSummary({ total, ...counts }: ReportAnswer['testRun']['summary']): string {
  if (total === 0) return 'no tests'
  const parts = Object.entries(counts).filter(([, number]) => number > 0)
  return `${formatCount(total, 'test')}: ${parts.map(([name, number]) => `${number} ${name}`).join(', ')}`
}

export function howToResume(run: string | undefined): string {
  if (run === undefined) return 'Run the same command again to send them'
  return `Run the same command again with --run ${run} to continue. Files already sent are not counted twice`
}

export const withoutRun = ({ testRun: _, ...answer }: Sent) => answer
