import type { ResultStatus } from '#shared/test-results/result-status.ts'
import { keysInName } from './case-keys.ts'
import { cleanText, firstLine } from './clean-text.ts'
import { countedTests } from './counted-tests.ts'
import { unknownFailures } from './executions.ts'
import { NOT_KEPT } from './ignored.ts'
import { type JsonFormat, nestedSuites } from './json-parser.ts'
import { type JsonObject, countOf, objectOf, textOf } from './json-values.ts'
import type { TidySink } from './tidy-sink.ts'
import { readMilliseconds } from './times.ts'

const LISTS = ['tests', 'beforeHooks', 'afterHooks']

export const MOCHA_PATHS = [
  '$.stats',
  ...['passes', 'failures', 'pending'].map((list) => `$.${list}.*`),
  ...nestedSuites('$.results.*').flatMap((suite) => LISTS.map((list) => `${suite}.${list}.*`)),
]

const BY_LIST = new Map<unknown, ResultStatus>([
  ['passes', 'passed'],
  ['failures', 'failed'],
  ['pending', 'skipped'],
])
const BY_STATE = new Map<unknown, ResultStatus>([
  ['passed', 'passed'],
  ['failed', 'failed'],
  ['pending', 'skipped'],
])
const HOOK = /^"(?:before|after) (?:all|each)" hook/

/** The JSON of Mocha, which lists tests by their outcome, and of mochawesome, which nests them in suites. */
export function mochaValues(sink: TidySink): JsonFormat {
  const found = countedTests(sink)
  return {
    take({ path: [root, ...rest], value }) {
      const test = objectOf(value)
      if (root === 'stats') return takeStats(test)
      const status = BY_LIST.get(root)
      if (status !== undefined) takeTest(test, status)
      // Others have an object of this name.
      if (root !== 'results' || typeof rest[0] !== 'number') return false
      if (rest.at(-2) === 'tests') takeTest(test, stateOf(test))
      else if (hasFailed(test)) takeTest(test, 'error')
      return false
    },
    end: () => found.end(),
  }

  /** Returns whether these are the counts that Mocha writes. */
  function takeStats(stats: JsonObject): boolean {
    const [tests, passes, failures] = ['tests', 'passes', 'failures'].map((name) => countOf(stats[name]))
    if (passes === undefined || failures === undefined) return false
    found.declare(tests, failures)
    return true
  }

  /** The full title is the titles of the suites and of the test. */
  function takeTest(test: JsonObject, stated: ResultStatus) {
    const name = textOf(test['title']) ?? ''
    const full = textOf(test['fullTitle']) ?? ''
    const suite = full.endsWith(` ${name}`) ? full.slice(0, -name.length - 1).trim() : ''
    const status = stated === 'failed' && HOOK.test(name) ? 'error' : stated
    const last = { status, ...textsOf(test, status), durationMs: readMilliseconds(test['duration']), startedAt: null }
    if (test['context']) sink.ignore('context', NOT_KEPT.attachment)
    found.test({
      suite: [suite || 'Mocha'],
      name,
      keys: keysInName(name),
      executions: [...unknownFailures(countOf(test['currentRetry']) ?? 0), last],
    })
  }
}

const hasFailed = (test: JsonObject) => test['fail'] === true || test['state'] === 'failed'

/** A test that a failed hook prevented has no state. */
function stateOf(test: JsonObject): ResultStatus {
  if (hasFailed(test)) return 'failed'
  if (test['pending'] === true || test['skipped'] === true) return 'skipped'
  return BY_STATE.get(test['state']) ?? (test['pass'] === true ? 'passed' : 'error')
}

function textsOf(test: JsonObject, status: ResultStatus) {
  if (status === 'passed' || status === 'skipped') return { message: null, trace: null }
  const { message, stack, estack } = objectOf(test['err'])
  const trace = cleanText(textOf(estack) ?? textOf(stack) ?? '').trim() || null
  return { message: textOf(message) ?? firstLine(trace), trace }
}
