import { formatDuration, formatNumber } from '#shared/format.ts'
import type { ResultStatus } from '#shared/test-results/result-status.ts'
import { isFailure } from '#shared/test-results/severity.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { failuresText, type Summary } from '#shared/test-runs/summary.ts'
import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import { escapeHtml } from './markup.ts'
import { failureMessage } from './run-export.ts'

/** A sign for each status, so that colour alone never tells them apart. */
const SIGNS = { passed: '✓', failed: '✕', error: '!', pending: '○', skipped: '–' } satisfies Record<
  ResultStatus,
  string
>

/** Most severe first. */
const ORDER: ResultStatus[] = ['failed', 'error', 'passed', 'skipped', 'pending']

export function statusOf(status: ResultStatus, text: string = status): string {
  return `<span class="status ${status}"><b aria-hidden="true">${SIGNS[status]}</b> ${escapeHtml(text)}</span>`
}

const inWords = (summary: Summary) =>
  ORDER.filter((status) => summary[status] > 0)
    .map((status) => `${formatNumber(summary[status])} ${status}`)
    .join(', ') || 'no results'

export function verdictOf({ status, summary }: TestRunListItem): { status: ResultStatus; text: string } {
  const { total, passed, pending } = summary
  const failures = failuresText(summary)
  const ofAll = `of ${formatNumber(total)}`
  if (status === 'running') {
    const failing = failures === '' ? '' : `, ${failures}`
    return {
      status: failures === '' ? 'pending' : 'failed',
      text: `Running: ${formatNumber(total - pending)} ${ofAll} executed${failing}`,
    }
  }
  if (failures !== '') return { status: 'failed', text: `${failures} ${ofAll}` }
  if (status === 'failed') return { status: 'failed', text: 'Ended as failed' }
  if (total === 0) return { status: 'pending', text: 'No results' }
  if (passed === total) return { status: 'passed', text: `All ${formatNumber(total)} passed` }
  return { status: passed > 0 ? 'passed' : 'skipped', text: `${formatNumber(passed)} ${ofAll} passed` }
}

export function countsBar(summary: Summary): string {
  const parts = ORDER.filter((status) => summary[status] > 0)
  const bar = parts.map((status) => `<span class="${status}" style="flex: ${summary[status]}"></span>`).join('')
  const counts = parts.map((status) => `<li>${statusOf(status, `${formatNumber(summary[status])} ${status}`)}</li>`)
  if (summary.flaky > 0) counts.push(`<li>${formatNumber(summary.flaky)} of the passed were flaky</li>`)
  return `<div class="bar" role="img" aria-label="${inWords(summary)}">${bar}</div>
<ul class="counts">${counts.join('')}</ul>
`
}

const block = (label: string, text: string | null) =>
  text === null || text === '' ? '' : `<p class="quiet">${label}</p><pre>${escapeHtml(text)}</pre>`

const foldedBlock = (label: string, text: string | null) =>
  text === null || text === '' ? '' : `<details><summary>${label}</summary><pre>${escapeHtml(text)}</pre></details>`

export function failureArticle(result: TestResult): string {
  const { ref, status, testCase, executionTimeMs, executedBy, errorMessage } = result
  const facts = [
    testCase.testSuite.name,
    ...(executionTimeMs === null ? [] : [formatDuration(executionTimeMs)]),
    ...(executedBy === null ? [] : [executedBy.name]),
  ]
  const values =
    errorMessage === null
      ? ''
      : foldedBlock('Expected value', result.expectedValue) + foldedBlock('Actual value', result.actualValue)
  return `<article class="${status}"><h3>${escapeHtml(`${ref} ${testCase.name}`)}</h3>
<p>${statusOf(status)} <span class="quiet">${escapeHtml(facts.join(' · '))}</span></p>
${block('Message', failureMessage(result))}${values}${block('Notes', result.notes)}${block('Defects', result.defects.join(', ') || null)}${foldedBlock('Trace', result.trace)}${failedSteps(result)}</article>
`
}

function failedSteps({ steps }: TestResult): string {
  const failed = steps.flatMap((step, index) =>
    step.status === 'failed' ? [{ ...step, title: `Step ${index + 1} failed` }] : [],
  )
  return failed.map(({ title, action, note }) => block(title, [action, note ?? ''].join('\n').trim())).join('')
}

export function suiteHead(
  { number, name, summary }: { number: number; name: string; summary: Summary },
  open: boolean,
) {
  return `<details class="suite"${open ? ' open' : ''}><summary><h3>${escapeHtml(`${number} ${name}`)}</h3> <span class="quiet">${inWords(summary)}</span></summary>
<table><caption>${escapeHtml(`Results of ${name}`)}</caption><thead><tr><th scope="col">Ref</th><th scope="col">Case</th><th scope="col">Status</th><th scope="col" class="number">Duration</th><th scope="col" class="wide">Executed by</th></tr></thead><tbody>
`
}

export const SUITE_END = '</tbody></table></details>\n'

export function resultRow({ ref, testCase, status, flaky, executionTimeMs, executedBy, notes }: TestResult): string {
  const text = flaky ? `${status}, flaky` : status
  const note = notes === null || isFailure(status) ? '' : `<br><span class="quiet">${escapeHtml(notes)}</span>`
  const duration = executionTimeMs === null ? '' : formatDuration(executionTimeMs)
  return `<tr><td>${ref}</td><th scope="row">${escapeHtml(testCase.name)}${note}</th><td>${statusOf(status, text)}</td><td class="number">${duration}</td><td class="wide">${escapeHtml(executedBy?.name ?? '')}</td></tr>
`
}
