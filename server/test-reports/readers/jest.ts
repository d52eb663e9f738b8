import type { ResultStatus } from '#shared/test-results/result-status.ts'
import { isFailure } from '#shared/test-results/severity.ts'
import type { ReportedExecution } from '../reported-test.ts'
import { keysInName } from './case-keys.ts'
import { cleanText, firstLine } from './clean-text.ts'
import { singleTest, unknownFailures } from './executions.ts'
import type { JsonFormat } from './json-parser.ts'
import { type JsonObject, countOf, listOf, objectOf, textOf, textsOf } from './json-values.ts'
import { stablePath } from './stable-path.ts'
import { testDefects } from './test-defects.ts'
import type { TidySink } from './tidy-sink.ts'
import { readMilliseconds } from './times.ts'

const FAILURE_COUNTS = ['numFailedTests', 'numRuntimeErrorTestSuites']

const MEMBERS = ['numTotalTests', 'success', ...FAILURE_COUNTS]

export const JEST_PATHS = [...MEMBERS.map((name) => `$.${name}`), '$.testResults.*']

const STATUSES = new Map<unknown, ResultStatus>([
  ['passed', 'passed'],
  ['focused', 'passed'],
  ['failed', 'failed'],
  ['pending', 'skipped'],
  ['skipped', 'skipped'],
  ['disabled', 'skipped'],
  ['todo', 'skipped'],
])

export function jestValues(sink: TidySink): JsonFormat {
  let hasSucceeded = true
  let isRed = false
  /** AggregatedResult may be written before Jest knows how the run ended. */
  let isFinal = false
  return {
    take({ path: [root, index], value }) {
      if (root === 'success') hasSucceeded = value !== false
      if (FAILURE_COUNTS.some((name) => name === root)) sink.declareFailures(countOf(value) ?? 0)
      const count = root === 'numTotalTests' ? countOf(value) : undefined
      if (count !== undefined) sink.declare(count)
      const file = root === 'testResults' && index !== undefined ? objectOf(value) : {}
      const isFile = Array.isArray(testsOf(file))
      if (isFile) takeFile(file)
      return isFile || count !== undefined
    },
    /** An error between the tests, a global teardown or a threshold of coverage fails a run whose tests all pass. */
    end() {
      if (hasSucceeded || isRed || !isFinal) return
      sink.warn(FAILED_RUN)
      sink.test(singleTest(['Jest'], 'Test run failed', { status: 'error', message: FAILED_RUN }))
    },
  }

  function takeFile(file: JsonObject) {
    const path = stablePath(textOf(file['name']) ?? textOf(file['testFilePath']) ?? '') || 'Jest'
    const tests = listOf(testsOf(file)).map(objectOf)
    isFinal ||= file['assertionResults'] !== undefined
    const startedAt = sink.moment(file['startTime'] ?? objectOf(file['perfStats'])['start'], 'start time')
    const names = [...projectOf(file), path]
    for (const test of tests) takeTest(test, names, startedAt)
    const hasFailed = tests.some((test) => isFailure(outcomeOf(test).status))
    isRed ||= hasFailed
    if (hasFailed) return
    const failure = failureOf(file)
    if (failure !== null || file['status'] === 'failed' || (tests.length === 0 && file['testExecError']))
      takeFileFailure(failure ?? '', names, tests.length === 0, startedAt)
    else if (file['testExecError']) sink.warn(`A test file has an error besides its tests: ${path}`)
  }

  function takeTest(test: JsonObject, file: string[], fileStart: string | null) {
    const { groups, name } = namesOf(test)
    const startedAt = sink.moment(test['startAt'] ?? test['startTime'], 'start time') ?? fileStart
    const defects = testDefects(sink)
    for (const [member, value] of Object.entries(objectOf(test['meta']))) defects.take(member, value)
    const last = { ...outcomeOf(test), durationMs: readMilliseconds(test['duration']), startedAt }
    sink.test({
      suite: [...file, ...groups],
      name,
      keys: keysInName(name),
      executions: [...earlierOf(test), last],
      ...defects.found(),
    })
  }

  function takeFileFailure(failure: string, suite: string[], hasNoTests: boolean, startedAt: string | null) {
    const text = cleanText(failure).trim()
    const name = hasNoTests ? UNLOADED : 'Test file failed'
    isRed = true
    sink.test(singleTest(suite, name, { status: 'error', message: messageOf(text), trace: text, startedAt }))
  }
}

/** The test that stands for a file without tests, in all formats of Jest and Vitest. */
export const UNLOADED = 'Test file failed to load'

const FAILED_RUN = 'The runner failed, but no test of the report did'

/** AggregatedResult has the project of a file. */
function projectOf({ displayName }: JsonObject): string[] {
  const name = textOf(displayName) ?? textOf(objectOf(displayName)['name']) ?? ''
  return name === '' ? [] : [name]
}

/** Vitest's JUnit joins groups and title by this sign. Split the same way, both formats give the same name. */
function namesOf(test: JsonObject): { groups: string[]; name: string } {
  const title = textOf(test['title']) ?? textOf(test['fullName']) ?? ''
  const titles = [...textsOf(test['ancestorTitles']), title]
  const parts = test['meta'] === undefined ? titles : titles.flatMap((one) => one.split(' > '))
  return { groups: parts.slice(0, -1), name: parts.at(-1) as string }
}

/** The tests of a file; Jest's own AggregatedResult calls them otherwise than its JSON. */
function testsOf(file: JsonObject): unknown {
  return file['assertionResults'] ?? file['testResults']
}

/** The text of a failure outside the tests of a file. AggregatedResult has it without a status. */
function failureOf(file: JsonObject): string | null {
  const text = textOf(file['failureMessage']) ?? (file['status'] === 'failed' ? textOf(file['message']) : null)
  const hasTests = listOf(testsOf(file)).length > 0
  const thrown = hasTests ? null : (textOf(file['testExecError']) ?? textOf(objectOf(file['testExecError'])['message']))
  return text?.trim() || thrown?.trim() || null
}

function outcomeOf(test: JsonObject): Pick<ReportedExecution, 'status' | 'message' | 'trace'> {
  const status = STATUSES.get(test['status']) ?? 'error'
  if (status === 'passed') return { status, message: null, trace: null }
  if (status === 'skipped') return { status, message: test['status'] === 'todo' ? 'todo' : null, trace: null }
  const text = cleanText(textsOf(test['failureMessages']).join('\n\n')).trim()
  return { status, message: messageOf(text), trace: text }
}

/** The executions before the last, with their reasons where Jest gives them. */
function earlierOf(test: JsonObject): ReportedExecution[] {
  const reasons = textsOf(test['retryReasons']).map((reason) => cleanText(reason).trim())
  const failures = unknownFailures(Math.max(reasons.length, (countOf(test['invocations']) ?? 1) - 1))
  return failures.map((failure, index) => {
    const reason = reasons[index]
    return reason === undefined ? failure : { ...failure, message: messageOf(reason), trace: reason }
  })
}

/** The text before the first blank line or the stack, without Jest's bullet line. */
function messageOf(text: string): string | null {
  const shown = text.replace(/^●[^\n]*\n+/, '')
  return shown.split(/\n\s*\n|\n\s+at /, 1)[0]?.trim() || firstLine(text)
}
