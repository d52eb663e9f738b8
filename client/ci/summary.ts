import type { ReportAnswer } from '#shared/test-reports/test-report.ts'
import type { RunTest } from '../run-tests.ts'

type Content = {
  testRun: ReportAnswer['testRun']
  url: string
  failed: RunTest[]
  flaky: RunTest[]
  refused: { file: string; reason: string }[]
}

const MESSAGE_MAX = 1_000
/** The counts and the line about what was left out need less. */
const RESERVED_BYTES = 4_000

/**
 * The job summary of GitHub Actions in at most `maxBytes`: counts, failed and flaky tests with messages, the link.
 * Tests that do not fit are counted. Texts of reports stand in HTML without blank lines, where no Markdown is read.
 */
export function jobSummary({ testRun, url, failed, flaky, refused }: Content, maxBytes: number): string {
  const { summary } = testRun
  const entries = [
    ...refused.map(({ file, reason }) => entry('Not recorded', file, reason)),
    ...failed.map((test) => entry(test.status === 'error' ? 'Error' : 'Failed', titleOf(test), test.errorMessage)),
    ...flaky.map((test) => entry('Flaky', titleOf(test), test.errorMessage)),
  ]
  const head = [
    `### Assay: run ${testRun.status}`,
    '',
    ...countTable(summary),
    '',
    `[Open the run](${linkTarget(url)})`,
  ]
  const shown: string[] = []
  let left = maxBytes - RESERVED_BYTES
  for (const text of entries) {
    left -= Buffer.byteLength(text) + 1
    if (left < 0) break
    shown.push(text)
  }
  const all = refused.length + summary.failed + summary.error + summary.flaky
  const list = shown.length > 0 ? ['', '<table>', ...shown, '</table>'] : []
  const rest = all > shown.length ? ['', `… and ${all - shown.length} more`] : []
  return `${[...head, ...list, ...rest].join('\n')}\n\n`
}

function countTable({ total, passed, failed, error, flaky, skipped, pending }: ReportAnswer['testRun']['summary']) {
  const counts = {
    Tests: total,
    Passed: passed,
    Failed: failed,
    Error: error,
    Flaky: flaky,
    Skipped: skipped,
    Pending: pending,
  }
  const row = (cells: unknown[]) => `| ${cells.join(' | ')} |`
  return [row(Object.keys(counts)), row(Object.keys(counts).map(() => '--:')), row(Object.values(counts))]
}

function entry(kind: string, title: string, message: string | null): string {
  const cut = (message ?? '').slice(0, MESSAGE_MAX)
  const detail = cut.trim() === '' ? '' : `<pre>${escapeHtml(cut)}</pre>`
  return `<tr><td>${kind}</td><td><code>${escapeHtml(title)}</code>${detail}</td></tr>`
}

const titleOf = ({ suite, name }: RunTest) => `${suite} › ${name}`

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Line breaks become entities: a blank line would end the HTML and start Markdown. */
function escapeHtml(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what it removes
  const visible = text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, ' ')
  return visible.replace(/[&<>"']/g, (sign) => ENTITIES[sign] as string).replaceAll('\n', '&#10;')
}

/** Parentheses would end the link. */
function linkTarget(url: string): string {
  return url.replaceAll('(', '%28').replaceAll(')', '%29').replaceAll(' ', '%20')
}
