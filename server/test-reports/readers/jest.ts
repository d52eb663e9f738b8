import type { ResultStatus } from '#shared/test-results/result-status.ts'
import type { ReportedExecution } from '../reported-test.ts'
import { keysInName } from './case-keys.ts'
import { cleanText, firstLine } from './clean-text.ts'
import { unknownFailures } from './ctrf.ts'
import type { JsonFormat } from './json-parser.ts'
import { type JsonObject, countOf, listOf, objectOf, textOf, textsOf } from './json-values.ts'
import { stablePath } from './stable-path.ts'
import { type TidySink, singleTest } from './tidy-sink.ts'
import { readMilliseconds, readMoment } from './times.ts'

export const JEST_PATHS = ['$.numTotalTests', '$.testResults.*']

const STATUSES = new Map<unknown, ResultStatus>([
  ['passed', 'passed'],
  ['focused', 'passed'],
  ['failed', 'failed'],
  ['pending', 'skipped'],
  ['skipped', 'skipped'],
  ['disabled', 'skipped'],
  ['todo', 'skipped'],
])

/** The JSON of Jest, which Vitest writes too: a list of test files, each with its tests. */
export function jestValues(sink: TidySink): JsonFormat {
  let isTold = false
  return {
    get isTold() {
      return isTold
    },
    take({ path: [root, index], value }) {
      if (root === 'numTotalTests') declare(countOf(value))
      if (root === 'testResults' && index !== undefined) takeFile(objectOf(value))
    },
    end() {},
  }

  function declare(count: number | undefined) {
    if (count === undefined) return
    isTold = true
    sink.declare(count)
  }

  function takeFile(file: JsonObject) {
    isTold = true
    const path = stablePath(textOf(file['name']) ?? textOf(file['testFilePath']) ?? '') || 'Jest'
    const tests = listOf(file['assertionResults'] ?? file['testResults']).map(objectOf)
    const startedAt = momentOf(file['startTime'])
    for (const test of tests) takeTest(test, path, startedAt)
    const hasOwnFailure = file['status'] === 'failed' && !tests.some(({ status }) => status === 'failed')
    if (hasOwnFailure && (tests.length === 0 || file['message']))
      takeFileFailure(file, path, tests.length === 0, startedAt)
  }

  function takeTest(test: JsonObject, path: string, fileStart: string | null) {
    const name = textOf(test['title']) ?? textOf(test['fullName']) ?? ''
    const startedAt = momentOf(test['startAt'] ?? test['startTime']) ?? fileStart
    const last = { ...outcomeOf(test), durationMs: readMilliseconds(test['duration']), startedAt }
    sink.test({
      suite: [path, ...textsOf(test['ancestorTitles'])],
      name,
      keys: keysInName(name),
      executions: [...earlierOf(test), last],
      ifRepeated: 'retry',
    })
  }

  function takeFileFailure(file: JsonObject, path: string, hasNoTests: boolean, startedAt: string | null) {
    const text = cleanText(textOf(file['message']) ?? '').trim()
    const name = hasNoTests ? 'Test file failed to load' : 'Test file failed'
    sink.test(singleTest([path], name, { status: 'error', message: messageOf(text), trace: text, startedAt }))
  }

  function momentOf(given: unknown): string | null {
    const moment = readMoment(given)
    if (moment === undefined) sink.warnOnce('A start time cannot be read')
    return moment ?? null
  }
}

function outcomeOf(test: JsonObject): Pick<ReportedExecution, 'status' | 'message' | 'trace'> {
  const status = STATUSES.get(test['status']) ?? 'error'
  if (status === 'passed') return { status, message: null, trace: null }
  if (status === 'skipped') return { status, message: test['status'] === 'todo' ? 'todo' : null, trace: null }
  const text = cleanText(textsOf(test['failureMessages']).join('\n\n')).trim()
  return { status, message: messageOf(text), trace: text }
}

/** The executions before the last: their reasons where Jest tells them, else only that they failed. */
function earlierOf(test: JsonObject): ReportedExecution[] {
  const reasons = textsOf(test['retryReasons']).map((reason) => cleanText(reason).trim())
  const failures = unknownFailures(Math.max(reasons.length, (countOf(test['invocations']) ?? 1) - 1))
  return failures.map((failure, index) => {
    const reason = reasons[index]
    return reason === undefined ? failure : { ...failure, message: messageOf(reason), trace: reason }
  })
}

/** What stands before the first blank line or the stack; Jest puts a bullet line before it. */
function messageOf(text: string): string | null {
  const shown = text.replace(/^●[^\n]*\n+/, '')
  return shown.split(/\n\s*\n|\n\s+at /, 1)[0]?.trim() || firstLine(text)
}
