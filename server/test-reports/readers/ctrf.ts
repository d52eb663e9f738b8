import type { ResultStatus } from '#shared/test-results/result-status.ts'
import { isFailure } from '#shared/test-results/severity.ts'
import type { ReportedExecution } from '../reported-test.ts'
import { keysInName, splitKeys } from './case-keys.ts'
import { firstLine } from './clean-text.ts'
import { unknownFailures } from './executions.ts'
import { NOT_KEPT } from './ignored.ts'
import type { JsonFormat } from './json-parser.ts'
import { type JsonObject, countOf, listOf, objectOf, textOf, textsOf } from './json-values.ts'
import { stablePath } from './stable-path.ts'
import { testDefects } from './test-defects.ts'
import { testFiles } from './test-files.ts'
import type { TidySink } from './tidy-sink.ts'
import { readMilliseconds } from './times.ts'

export const CTRF_PATHS = ['$.reportFormat', '$.results.tool', '$.results.summary', '$.results.tests.*']

const STATUSES = new Map<unknown, ResultStatus>([
  ['passed', 'passed'],
  ['failed', 'failed'],
  ['skipped', 'skipped'],
  ['pending', 'pending'],
])

/** CTRF has no status for errors; our own files tell them apart here. */
const ERROR = /^error$/i

/** Jest's CTRF writer gives a todo test the status `other`. */
const NOT_RUN = /^(todo|disabled)$/i

const PARAMETERS_MAX = 20

/** UUID versions 3 and 5 are derived from the test's name; other versions change in every run. */
const STABLE_UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[35][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** CTRF, read leniently: unknown members are skipped. */
export function ctrfValues(sink: TidySink): JsonFormat {
  let tool = 'CTRF'
  return {
    take({ path: [root, member, index], value }) {
      if (root === 'reportFormat') return value === 'CTRF'
      if (root !== 'results') return false
      if (member === 'summary') declare(objectOf(value))
      if (member === 'tool') tool = textOf(objectOf(value)['name']) || tool
      if (member === 'tests' && index !== undefined) takeTest(objectOf(value))
      return member === 'tool' || member === 'tests'
    },
  }

  function declare(summary: JsonObject) {
    const count = countOf(summary['tests'])
    if (count !== undefined) sink.declare(count)
    sink.declareFailures(countOf(summary['failed']) ?? 0)
  }

  function takeTest(test: JsonObject) {
    const suite = suiteOf(test)
    const name = nameOf(test, suite)
    ignoreRest(test)
    const files = testFiles(sink)
    const defects = defectsOf(test)
    for (const part of attemptsOf(test)) files.addList(part['attachments'])
    const executions = executionsOf(test)
    const isFlaky = test['flaky'] === true && executions.length === 1
    sink.test({
      suite,
      name,
      keys: keysOf(test, name),
      executions,
      parameters: parametersOf(test),
      ...(isFlaky && { isFlaky }),
      ...files.found(),
      ...defects.found(),
    })
  }

  function suiteOf({ suite, filePath }: JsonObject): string[] {
    const names = typeof suite === 'string' ? suite.split(' > ') : textsOf(suite)
    const named = names.filter((name) => name.trim() !== '')
    return named.length > 0 ? named : [stablePath(textOf(filePath) ?? '') || tool]
  }

  /** Jest's writer repeats the groups, which follow the file, in the name; Jest's own JSON does not. */
  function nameOf({ name: given }: JsonObject, [, ...groups]: string[]): string {
    const name = textOf(given) ?? ''
    const start = `${groups.join(' ')} `
    return tool === 'jest' && groups.length > 0 && name.startsWith(start) ? name.slice(start.length) : name
  }

  function parametersOf(test: JsonObject): string | undefined {
    const given = Object.entries(objectOf(test['parameters'])).slice(0, PARAMETERS_MAX)
    return given.map(([name, value]) => `${name}=${textOf(value) ?? JSON.stringify(value)}`).join(', ') || undefined
  }

  function executionsOf(test: JsonObject): ReportedExecution[] {
    const last = executionOf(test)
    const attempts = listOf(test['retryAttempts']).map(objectOf)
    const retries = countOf(test['retries'])
    const earlier = (includesLast(attempts, retries) ? attempts.slice(0, -1) : attempts).map(executionOf)
    if (attempts.length === 0 && retries !== undefined) earlier.push(...unknownFailures(retries))
    return [...earlier, last]
  }

  function executionOf(test: JsonObject): ReportedExecution {
    const trace = [textOf(test['trace']), textOf(test['snippet'])].filter(Boolean).join('\n\n') || null
    const status = statusOf(test)
    const message = textOf(test['message']) || (isFailure(status) ? firstLine(trace) : null)
    const startedAt = sink.moment(test['start'], 'start')
    return { status, message, trace, durationMs: readMilliseconds(test['duration']), startedAt }
  }

  function statusOf(test: JsonObject): ResultStatus {
    const raw = textOf(test['rawStatus']) ?? ''
    const status = STATUSES.get(test['status']) ?? (NOT_RUN.test(raw) ? 'skipped' : 'error')
    return status === 'failed' && ERROR.test(raw) ? 'error' : status
  }

  function ignoreRest(test: JsonObject) {
    for (const part of attemptsOf(test)) {
      ignore('attachment', part['screenshot'] ? 1 : 0, NOT_KEPT.attachment)
      ignore('step', listOf(part['steps']).length, NOT_KEPT.step)
      ignore('stdout', listOf(part['stdout']).length > 0 ? 1 : 0, NOT_KEPT.output)
      ignore('stderr', listOf(part['stderr']).length > 0 ? 1 : 0, NOT_KEPT.output)
    }
  }

  /** From labels and extra, where Playwright's writer puts its annotations. Counts the members that are of no use. */
  function defectsOf(test: JsonObject) {
    const defects = testDefects(sink)
    const members = [test['labels'], test['extra']].flatMap((held) => Object.entries(objectOf(held)))
    const unused = members.filter(
      ([name, value]) =>
        name !== 'test_id' && !defects.take(name, value) && !(name === 'annotations' && defects.takeAnnotations(value)),
    )
    ignore('property', unused.length, NOT_KEPT.property)
    return defects
  }

  function ignore(element: string, count: number, reason: string) {
    if (count > 0) sink.ignore(element, reason, count)
  }
}

/** The test itself and its earlier attempts. */
const attemptsOf = (test: JsonObject): JsonObject[] => [test, ...listOf(test['retryAttempts']).map(objectOf)]

/** Some writers list the final attempt with the earlier ones. A passed attempt is always the final one. */
function includesLast(attempts: JsonObject[], retries: number | undefined): boolean {
  return (retries !== undefined && attempts.length > retries) || attempts.at(-1)?.['status'] === 'passed'
}

/** Keys chosen by a person come first: `test_id`, then tags in the name, then the test's id. */
function keysOf(test: JsonObject, name: string): string[] {
  const chosen = [objectOf(test['labels'])['test_id'], objectOf(test['extra'])['test_id']].flatMap(
    (given) => textOf(given) ?? textsOf(given),
  )
  if (chosen.length > 0) return chosen.flatMap(splitKeys)
  const tagged = keysInName(name)
  if (tagged.length > 0) return tagged
  const [testId, id] = [textOf(test['testId']), textOf(test['id'])]
  if (testId?.trim()) return [testId]
  return id !== null && STABLE_UUID.test(id) ? [id] : []
}
