import { expect, test } from 'vitest'
import type { ChangeKind } from '#shared/test-runs/comparison.ts'
import { NO_FACTS } from '#shared/test-runs/run-facts.ts'
import { jobSummary } from './summary.ts'

const summary = { total: 5, passed: 2, failed: 1, error: 1, pending: 0, skipped: 1, flaky: 1 }
const testRun = {
  id: 'r1',
  ref: 'R1',
  projectId: 'p1',
  key: null,
  description: null,
  status: 'completed' as const,
  createdAt: '2026-11-22T00:00:00.000Z',
  completedAt: null,
  durationMs: null,
  createdBy: null,
  ...NO_FACTS,
  isPinned: false,
  summary,
}
const url = 'https://assay.example.com/projects/p1?tab=runs&run=r1'
const found = (fields: object = {}) => ({
  id: 'a1',
  testCaseId: 'c1',
  suite: 'Cart',
  name: 'adds',
  status: 'failed',
  errorMessage: 'it is 2',
  trace: null,
  ...fields,
})
const content = {
  testRun,
  url,
  failed: [found(), found({ name: 'pays', status: 'error' })],
  flaky: [found()],
  quarantined: [],
  refused: [],
  comparison: null,
}

test('the job summary has the counts, the failed and flaky tests with messages, and the link', () => {
  expect(jobSummary(content, 100_000)).toBe(`### Assay: run completed

| Tests | Passed | Failed | Error | Flaky | Skipped | Pending |
| --: | --: | --: | --: | --: | --: | --: |
| 5 | 2 | 1 | 1 | 1 | 1 | 0 |

[Open the run](https://assay.example.com/projects/p1?tab=runs&run=r1)

<table>
<tr><td>Failed</td><td><code>Cart › adds</code><pre>it is 2</pre></td></tr>
<tr><td>Error</td><td><code>Cart › pays</code><pre>it is 2</pre></td></tr>
<tr><td>Flaky</td><td><code>Cart › adds</code><pre>it is 2</pre></td></tr>
</table>

`)
})

test('the job summary takes no HTML and no Markdown from a report', () => {
  const evil = found({
    suite: '</code></table><img src=x onerror=alert(1)>',
    name: '[x](javascript:alert(1))',
    errorMessage: 'a\n\n# heading\n\n<script>\r\n</pre>',
  })
  const text = jobSummary(
    { ...content, failed: [evil], flaky: [], refused: [{ file: '<b>.xml', reason: '<i>' }] },
    100_000,
  )
  const list = text.slice(text.indexOf('<table>'), text.indexOf('</table>'))
  expect(list).not.toMatch(/\n\s*\n|<img|<script|<b>|<i>/)
  expect(list).toContain('a&#10;&#10;# heading&#10;&#10;&lt;script&gt;&#10;&lt;/pre&gt;')
  expect(list).toContain('<td>Not recorded</td><td><code>&lt;b&gt;.xml</code><pre>&lt;i&gt;</pre>')
})

test('the job summary stays below its limit and counts the tests that do not fit', () => {
  const failed = Array.from({ length: 1_000 }, (_, index) =>
    found({ name: `t${index}`, errorMessage: '☃'.repeat(5_000) }),
  )
  const counts = { ...summary, failed: 3_000, error: 0, flaky: 0 }
  const text = jobSummary({ ...content, testRun: { ...testRun, summary: counts }, failed, flaky: [] }, 200_000)
  const shown = text.match(/<tr>/g)?.length ?? 0
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(200_000)
  expect(shown).toBeGreaterThan(50)
  expect(text).toContain(`\n… and ${3_000 - shown} more\n`)
})

const compared = (kind: ChangeKind, name: string, fields: object = {}, before: object = {}) => {
  const testCase = {
    id: name,
    ref: 'C1',
    number: '1.1',
    name,
    type: 'auto' as const,
    testSuite: { id: 's1', name: 'Cart' },
  }
  const result = {
    id: name,
    testRunId: 'r1',
    status: 'failed' as const,
    flaky: false,
    executionTimeMs: 900,
    actualValue: null,
    errorMessage: null,
    defects: [],
    executedAt: null,
    testCase,
    isQuarantined: false,
  }
  return { kind, result: { ...result, ...fields }, before: { ...result, executionTimeMs: 200, ...before } }
}
const counts = {
  newFailures: 1,
  fixed: 1,
  stillFailing: 1,
  added: 0,
  vanished: 0,
  flaky: 1,
  slower: 1,
  unchanged: 2,
  quarantined: 1,
}
const comparison = {
  with: { ...testRun, ref: 'R0', status: 'completed' as const },
  counts,
  changes: [
    compared('newFailures', 'pays'),
    compared('fixed', 'ships', { status: 'passed' }),
    compared('slower', 'waits', { status: 'passed' }),
  ],
}

test('the job summary says what changed since the last run: new failures first, quarantined ones apart', () => {
  const failed = [found({ id: 'adds', name: 'adds' }), found({ id: 'pays', name: 'pays' })]
  const quarantined = [found({ id: 'flips', name: 'flips' })]
  const text = jobSummary({ ...content, failed, quarantined, comparison }, 100_000)
  expect(text).toContain(
    '\nSince <code>R0</code>: 1 new failure, 1 fixed, 1 still failing, 1 flaky, 1 slower, 1 failing in quarantine\n',
  )
  const rows = Array.from(text.matchAll(/<tr><td>(.+?)<\/td><td><code>(.+?)<\/code>/g), ([, kind, title]) => [
    kind,
    title,
  ])
  expect(rows).toEqual([
    ['New failure', 'Cart › pays'],
    ['Still failing', 'Cart › adds'],
    ['Flaky', 'Cart › adds'],
    ['Fixed', 'Cart › ships'],
    ['Slower', 'Cart › waits'],
    ['Quarantined', 'Cart › flips'],
  ])
  expect(text).toContain('<code>Cart › waits</code><pre>200 ms to 900 ms</pre>')
})

test('the job summary without a run to compare with calls no failure new', () => {
  const text = jobSummary({ ...content, comparison: { ...comparison, with: null } }, 100_000)
  expect(text).toBe(jobSummary(content, 100_000))
})

test('changes in the job summary take no HTML and no Markdown from names, and stay below its limit', () => {
  const evil = '</code></table><img src=x>\n\n# heading'
  const changes = Array.from({ length: 3_000 }, () => compared('fixed', `${evil}${'☃'.repeat(200)}`))
  const text = jobSummary(
    { ...content, comparison: { ...comparison, counts: { ...counts, fixed: 3_000 }, changes } },
    200_000,
  )
  const list = text.slice(text.indexOf('<table>'), text.indexOf('</table>'))
  expect(list).not.toMatch(/\n\s*\n|<img/)
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(200_000)
  expect(text).toMatch(/\n… and \d+ more\n/)
})
