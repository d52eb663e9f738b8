import type { ReportedExecution } from '../reported-test.ts'
import { keysInName, splitKeys } from './case-keys.ts'
import { cleanText } from './clean-text.ts'
import { PASSED } from './executions.ts'
import { type JsonObject, listOf, objectOf, textOf } from './json-values.ts'
import type { TidySink } from './tidy-sink.ts'
import { readMilliseconds } from './times.ts'

type Texts = Pick<ReportedExecution, 'message' | 'trace'>

/** One execution for each result; a test without results did not run. */
export function playwrightExecutions(test: JsonObject, sink: TidySink): ReportedExecution[] {
  const results = listOf(test['results']).map(objectOf)
  if (results.length === 0) return [{ ...PASSED, status: 'skipped', message: 'It did not run' }]
  return results.map((result) => ({
    ...outcomeOf(result, test),
    durationMs: readMilliseconds(result['duration']),
    startedAt: sink.moment(result['startTime'], 'startTime'),
  }))
}

function outcomeOf(result: JsonObject, test: JsonObject): Pick<ReportedExecution, 'status' | 'message' | 'trace'> {
  const [status, expected] = [result['status'], test['expectedStatus']]
  const texts = errorsOf(result)
  if (status === 'skipped') return { status, message: skipReason(test), trace: null }
  if (status === 'interrupted') return { ...texts, status: 'error', message: texts.message ?? 'It was interrupted' }
  if (status === 'passed') return expected === 'failed' ? UNEXPECTED_PASS : PASSED_OUTCOME
  if (status === expected) return PASSED_OUTCOME
  if (status === 'timedOut') return { ...texts, status: 'failed', message: texts.message ?? 'It timed out' }
  if (status === 'failed') return { ...texts, status }
  return { ...texts, status: 'error', message: texts.message ?? `Its status is ${textOf(status) ?? 'missing'}` }
}

const PASSED_OUTCOME = { status: 'passed', message: null, trace: null } as const
const UNEXPECTED_PASS = { status: 'failed', message: 'Expected to fail, but passed', trace: null } as const

function errorsOf(result: JsonObject): Texts {
  const errors = listOf(result['errors']).map(objectOf)
  const [first, ...others] = (errors.length > 0 ? errors : [objectOf(result['error'])]).map(playwrightError)
  const traces = [first?.trace, ...others.map(({ message, trace }) => trace ?? message)].filter(Boolean)
  return { message: first?.message ?? null, trace: traces.join('\n\n') || null }
}

/** A Playwright error. The message is the text before the first blank line. */
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

/**
 * Keys chosen by a person come first: `test_id` annotations, then tags in the title. Otherwise the key is the id of the
 * spec, for its first project only.
 */
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
