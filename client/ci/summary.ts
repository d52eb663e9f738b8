import type { Comparison, RunChange } from '#shared/comparisons/comparison.ts'
import { formatCount } from '#shared/format.ts'
import type { ReportAnswer } from '#shared/test-reports/test-report.ts'
import { describeChange, titleOf as titleOfChange } from '../comparison.ts'
import type { RunTest } from '../run-tests.ts'

type Content = {
  testRun: ReportAnswer['testRun']
  url: string
  failed: RunTest[]
  flaky: RunTest[]
  /** Failed tests of quarantined cases. `failed` has the other failed tests. */
  quarantined: RunTest[]
  refused: { file: string; reason: string }[]
  comparison: Comparison | null
}

const MESSAGE_MAX = 1_000
/** An upper bound for the counts and the line about omitted tests. */
const RESERVED_BYTES = 4_000

/**
 * The job summary of GitHub Actions, at most `maxBytes` long: counts, changes, failed and flaky tests with messages,
 * quarantined tests apart, and the link. Tests that do not fit are counted. Texts from reports are HTML without blank
 * lines, so they cannot contain Markdown.
 */
export function jobSummary(content: Content, maxBytes: number): string {
  const { testRun, url, failed, flaky, quarantined, refused, comparison } = content
  const { summary } = testRun
  const { isNew, since, fixed, slower } = changesIn(comparison)
  const labelled = failed.map((test) => [labelOf(test, since !== null, isNew(test)), test] as const)
  const entries = [
    ...refused.map(({ file, reason }) => entry('Not recorded', file, reason)),
    ...labelled
      .toSorted(([, a], [, b]) => Number(isNew(b)) - Number(isNew(a)))
      .map(([label, test]) => entry(label, titleOf(test), test.errorMessage)),
    ...flaky.map((test) => entry('Flaky', titleOf(test), test.errorMessage)),
    ...fixed.map((change) => entry('Fixed', titleOfChange(change), null)),
    ...slower.map((change) => entry('Slower', titleOfChange(change), describeChange(change))),
    ...quarantined.map((test) => entry('Quarantined', titleOf(test), test.errorMessage)),
  ]
  const head = [
    `### Assay: run ${testRun.status}`,
    '',
    ...countTable(summary),
    '',
    ...(since === null ? [] : [since, '']),
    `[Open the run](${linkTarget(url)})`,
  ]
  const shown: string[] = []
  let left = maxBytes - RESERVED_BYTES
  for (const text of entries) {
    left -= Buffer.byteLength(text) + 1
    if (left < 0) break
    shown.push(text)
  }
  const { counts } = since === null ? NO_CHANGES : (comparison ?? NO_CHANGES)
  const changed = counts.fixed + counts.slower
  const all = refused.length + summary.failed + summary.error + summary.flaky + changed
  const list = shown.length > 0 ? ['', '<table>', ...shown, '</table>'] : []
  const rest = all > shown.length ? ['', `… and ${all - shown.length} more`] : []
  return `${[...head, ...list, ...rest].join('\n')}\n\n`
}

const NO_CHANGES = { counts: { fixed: 0, slower: 0 } }

/** Without a run to compare with, failures are neither new nor old. */
function changesIn(comparison: Comparison | null) {
  const base = comparison?.with
  if (!comparison || !base) return { isNew: () => false, since: null, fixed: [], slower: [] }
  const { counts, changes } = comparison
  const of = (kind: RunChange['kind']) => changes.filter((change) => change.kind === kind)
  const fresh = new Set(of('newFailures').map(({ result }) => result?.id))
  const parts = [
    formatCount(counts.newFailures, 'new failure'),
    `${counts.fixed} fixed`,
    `${counts.stillFailing} still failing`,
    `${counts.flaky} flaky`,
    `${counts.slower} slower`,
    ...(counts.quarantined > 0 ? [`${counts.quarantined} failing in quarantine`] : []),
  ]
  const since = `Since <code>${escapeHtml(base.ref)}</code>: ${parts.join(', ')}`
  return { isNew: ({ id }: RunTest) => fresh.has(id), since, fixed: of('fixed'), slower: of('slower') }
}

function labelOf({ status }: RunTest, isCompared: boolean, isNew: boolean): string {
  if (isCompared) return isNew ? 'New failure' : 'Still failing'
  return status === 'error' ? 'Error' : 'Failed'
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
