import type { ReportedExecution } from '../reported-test.ts'
import { keysInName, splitKeys } from './case-keys.ts'
import { cleanText } from './clean-text.ts'
import { type JsonObject, listOf, objectOf, textOf } from './json-values.ts'
import type { TidySink } from './tidy-sink.ts'
import { readMilliseconds, readMoment } from './times.ts'

type Texts = Pick<ReportedExecution, 'message' | 'trace'>

const NO_TEXTS: Texts = { message: null, trace: null }

/** One execution for each result; a test without any did not run. */
export function playwrightExecutions(test: JsonObject, sink: TidySink): ReportedExecution[] {
  const results = listOf(test['results']).map(objectOf)
  if (results.length === 0)
    return [{ ...NO_TEXTS, status: 'skipped', message: 'It did not run', durationMs: null, startedAt: null }]
  return results.map((result) => {
    const startedAt = readMoment(result['startTime'])
    if (startedAt === undefined) sink.warnOnce('A startTime cannot be read')
    return {
      ...outcomeOf(result, test),
      durationMs: readMilliseconds(result['duration']),
      startedAt: startedAt ?? null,
    }
  })
}

function outcomeOf(result: JsonObject, test: JsonObject): Pick<ReportedExecution, 'status' | 'message' | 'trace'> {
  const [status, expected] = [result['status'], test['expectedStatus']]
  const texts = errorsOf(result)
  if (status === 'skipped') return { status, message: skipReason(test), trace: null }
  if (status === 'interrupted') return { ...texts, status: 'error', message: texts.message ?? 'It was interrupted' }
  if (status === 'passed') return expected === 'failed' ? UNEXPECTED_PASS : { ...NO_TEXTS, status }
  if (status === expected) return { ...NO_TEXTS, status: 'passed' }
  if (status === 'timedOut') return { ...texts, status: 'failed', message: texts.message ?? 'It timed out' }
  if (status === 'failed') return { ...texts, status }
  return { ...texts, status: 'error', message: texts.message ?? `Its status is ${textOf(status) ?? 'missing'}` }
}

const UNEXPECTED_PASS = { status: 'failed', message: 'Expected to fail, but passed', trace: null } as const

function errorsOf(result: JsonObject): Texts {
  const errors = listOf(result['errors']).map(objectOf)
  const [first, ...others] = (errors.length > 0 ? errors : [objectOf(result['error'])]).map(playwrightError)
  const traces = [first?.trace, ...others.map(({ message, trace }) => trace ?? message)].filter(Boolean)
  return { message: first?.message ?? null, trace: traces.join('\n\n') || null }
}

/** An error of Playwright: the message is what it says before the first blank line. */
export function playwrightError(error: JsonObject): Texts {
  const whole = cleanText(textOf(error['message']) ?? textOf(error['value']) ?? '').trim()
  const trace = textOf(error['stack']) || [whole, textOf(error['snippet'])].filter(Boolean).join('\n\n') || null
  return { message: whole.split(/\n\s*\n/, 1)[0] || null, trace }
}

function skipReason(test: JsonObject): string | null {
  const reason = listOf(test['annotations'])
    .map(objectOf)
    .find(({ type, description }) => (type === 'skip' || type === 'fixme') && description)
  return textOf(reason?.['description'])
}

/** Somebody's own key first: an annotation `test_id`, then tags in the title; else the spec's id, for its first project. */
export function playwrightKeys(spec: JsonObject, test: JsonObject, name: string, isFirst: boolean): string[] {
  const annotations = listOf(test['annotations'])
    .map(objectOf)
    .filter(({ type }) => type === 'test_id')
  const chosen = annotations.flatMap(({ description }) => splitKeys(textOf(description) ?? ''))
  if (chosen.length > 0) return chosen
  const tagged = keysInName(name)
  const id = textOf(spec['id'])
  return tagged.length > 0 || id === null || !isFirst ? tagged : [id]
}
