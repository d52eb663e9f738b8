import type { ResultStatus } from '#shared/test-results/result-status.ts'
import type { ReportedExecution } from '../reported-test.ts'
import { keysInName } from './case-keys.ts'
import { cleanText, firstLine } from './clean-text.ts'
import { unknownFailures } from './ctrf.ts'
import type { JsonFormat } from './json-parser.ts'
import { type JsonObject, countOf, listOf, objectOf, textOf, textsOf } from './json-values.ts'
import { stablePath } from './stable-path.ts'
import { type TidySink, singleTest } from './tidy-sink.ts'
import { readMilliseconds } from './times.ts'

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

/** Jest's JSON, which Vitest writes too: a list of test files, each with its tests. */
export function jestValues(sink: TidySink): JsonFormat {
  return {
    take({ path: [root, index], value }) {
      const count = root === 'numTotalTests' ? countOf(value) : undefined
      if (count !== undefined) sink.declare(count)
      const isFile = root === 'testResults' && index !== undefined
      if (isFile) takeFile(objectOf(value))
      return isFile || count !== undefined
    },
  }

  function takeFile(file: JsonObject) {
    const path = stablePath(textOf(file['name']) ?? textOf(file['testFilePath']) ?? '') || 'Jest'
    const tests = listOf(file['assertionResults'] ?? file['testResults']).map(objectOf)
    const startedAt = sink.moment(file['startTime'], 'start time')
    for (const test of tests) takeTest(test, path, startedAt)
    const hasOwnFailure = file['status'] === 'failed' && !tests.some(({ status }) => status === 'failed')
    if (hasOwnFailure && (tests.length === 0 || file['message']))
      takeFileFailure(file, path, tests.length === 0, startedAt)
  }

  function takeTest(test: JsonObject, path: string, fileStart: string | null) {
    const name = textOf(test['title']) ?? textOf(test['fullName']) ?? ''
    const startedAt = sink.moment(test['startAt'] ?? test['startTime'], 'start time') ?? fileStart
    const last = { ...outcomeOf(test), durationMs: readMilliseconds(test['duration']), startedAt }
    sink.test({
      suite: [path, ...textsOf(test['ancestorTitles'])],
      name,
      keys: keysInName(name),
      executions: [...earlierOf(test), last],
    })
  }

  function takeFileFailure(file: JsonObject, path: string, hasNoTests: boolean, startedAt: string | null) {
    const text = cleanText(textOf(file['message']) ?? '').trim()
    const name = hasNoTests ? 'Test file failed to load' : 'Test file failed'
    sink.test(singleTest([path], name, { status: 'error', message: messageOf(text), trace: text, startedAt }))
  }
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
