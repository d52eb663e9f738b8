import type { ReportedExecution } from '../reported-test.ts'
import { cleanText, firstLine } from './clean-text.ts'
import { readMoment, readSeconds } from './times.ts'
import type { XmlAttributes } from './xml-parser.ts'

export type Outcome = { element: string; attributes: XmlAttributes; body: string; stackTrace: string }

type Times = Pick<ReportedExecution, 'durationMs' | 'startedAt'>

const MAIN = new Set(['failure', 'error'])
const EARLIER = new Set(['flakyFailure', 'flakyError'])
const LATER = new Set(['rerunFailure', 'rerunError'])
const OUTCOMES = new Set([...MAIN, ...EARLIER, ...LATER, 'skipped'])

/** Other words for an outcome, in lower case. */
const SYNONYMS = new Map([
  ['failure', 'failure'],
  ['failed', 'failure'],
  ['fail', 'failure'],
  ['error', 'error'],
  ['errored', 'error'],
  ['skipped', 'skipped'],
  ['skip', 'skipped'],
  ['ignored', 'skipped'],
])

export function outcomeElement(element: string): string | undefined {
  return OUTCOMES.has(element) ? element : SYNONYMS.get(element.toLowerCase())
}

/** Whether an element counts as a failure or error where a suite declares their number. */
export function isFailureElement({ element }: Outcome): boolean {
  return OUTCOMES.has(element) && element !== 'skipped'
}

/** Some writers state an outcome by an attribute alone. */
const BY_STATUS: [RegExp, string][] = [
  [/^(?:notrun|not_?run|disabled|skipped|skip|suppressed|ignored)$/i, 'skipped'],
  [/^(?:failed|failure|fail|ko)$/i, 'failure'],
  [/^(?:error|errored|broken|crashed|aborted|undefined|hook_error|cleanup_error|time[d_]{0,2}out)$/i, 'error'],
]

/**
 * CTest did not find what the test needs, which fails its run. It has a message of its own for tests that skip
 * themselves.
 */
function isNotRun({ status, name, classname }: XmlAttributes, children: Outcome[]): boolean {
  const skipped = children.find(({ element }) => element === 'skipped')?.attributes['message']
  return status === 'notrun' && name === classname && skipped !== undefined && !skipped.startsWith('SKIP_')
}

export function outcomesOf(attributes: XmlAttributes, children: Outcome[]): Outcome[] {
  if (!isNotRun(attributes, children)) return [...children, ...outcomeOfAttributes(attributes, children)]
  return children.map((one) => (one.element === 'skipped' ? { ...one, element: 'error' } : one))
}

/** The outcome in the `status` or `result` attribute, for a `testcase` without an outcome among its children. */
function outcomeOfAttributes(attributes: XmlAttributes, children: Outcome[]): Outcome[] {
  const { status = '', result = '', success = '' } = attributes
  if (children.some(({ element }) => !EARLIER.has(element))) return []
  const elements = [status, result, /^false$/i.test(success) ? 'failed' : ''].flatMap(
    (given) => BY_STATUS.find(([pattern]) => pattern.test(given.trim()))?.[1] ?? [],
  )
  // GoogleTest writes a status and a result: the worse one counts.
  const element = elements.toSorted()[0]
  return element === undefined ? [] : [{ element, attributes: {}, body: '', stackTrace: '' }]
}

/** node:test: a test to do may fail. */
function isTodo({ element, attributes }: Outcome): boolean {
  return element === 'skipped' && attributes['type'] === 'todo'
}

/** The executions of one `testcase`, oldest first: Surefire's `flaky…` elements come before it, `rerun…` after. */
export function executionsOf(outcomes: Outcome[], times: Times): ReportedExecution[] {
  const earlier = outcomes.filter(({ element }) => EARLIER.has(element)).map((one) => retried(one, times))
  const later = outcomes.filter(({ element }) => LATER.has(element)).map((one) => retried(one, times))
  const main = outcomes.filter(({ element }) => MAIN.has(element))
  const todo = main.length > 0 ? outcomes.find(isTodo) : undefined
  if (todo) {
    const message = `TODO ${todo.attributes['message'] ?? ''}`.trim()
    return [...earlier, { ...worstOf(main), status: 'skipped', message, ...times }]
  }
  if (main.length > 0) return [...earlier, { ...worstOf(main), ...times }, ...later]
  if (outcomes.some(({ element }) => element === 'pending'))
    return [...earlier, { status: 'pending', message: null, trace: null, ...times }]
  const skipped = outcomes.find(({ element }) => element === 'skipped')
  if (skipped) return [...earlier, { ...textsOf(skipped), status: 'skipped', ...times }]
  return later.length > 0
    ? [...earlier, ...later]
    : [...earlier, { status: 'passed', message: null, trace: null, ...times }]
}

function retried(outcome: Outcome, { startedAt }: Times): ReportedExecution {
  const { time, timestamp } = outcome.attributes
  return {
    ...textsOf(outcome),
    status: statusOf(outcome),
    durationMs: readSeconds(time),
    startedAt: readMoment(timestamp) ?? startedAt,
  }
}

/** Merges the failures and errors of one execution: the most severe gives status and message, all texts are kept. */
function worstOf(outcomes: Outcome[]): Omit<ReportedExecution, keyof Times> {
  const worst = (outcomes.find(({ element }) => element === 'error') ?? outcomes[0]) as Outcome
  const first = textsOf(worst)
  const others = outcomes.filter((one) => one !== worst).map((one) => wholeText(textsOf(one)))
  const trace = [first.trace, ...others].filter((text) => text !== null && text !== '').join('\n\n')
  return {
    status: statusOf(worst),
    message: first.message,
    trace: trace || null,
  }
}

function statusOf({ element }: Outcome): 'failed' | 'error' {
  return /error$/i.test(element) ? 'error' : 'failed'
}

function textsOf({ attributes, body, stackTrace }: Outcome): { message: string | null; trace: string | null } {
  const trace = cleanText(stackTrace).trim() || cleanText(body).trim() || null
  const message = cleanText(attributes['message'] ?? '').trim() || firstLine(trace) || attributes['type'] || null
  return { message, trace: trace === message ? null : trace }
}

function wholeText({ message, trace }: { message: string | null; trace: string | null }): string {
  if (message === null || trace === null) return message ?? trace ?? ''
  return trace.includes(message) ? trace : `${message}\n${trace}`
}
