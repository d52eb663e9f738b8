import type { ResultStatus } from '#shared/test-results/result-status.ts'
import type { FoundTest, ReportedExecution } from '../reported-test.ts'
import { keysInName } from './case-keys.ts'
import { NOT_KEPT } from './ignored.ts'
import type { JsonFormat } from './json-parser.ts'
import { type JsonObject, countOf, listOf, objectOf, textOf } from './json-values.ts'
import { testFiles } from './test-files.ts'
import { testProperties } from './test-properties.ts'
import { failureTexts } from './xml-node.ts'
import type { TidySink } from './tidy-sink.ts'
import { readMilliseconds } from './times.ts'

const MEMBERS =
  'uuid historyId testCaseId name fullName status statusDetails stage start stop labels parameters links attachments steps'

export const ALLURE_PATHS = MEMBERS.split(' ').map((name) => `$.${name}`)

const STATUSES = new Map<string | undefined, ResultStatus>([
  ['passed', 'passed'],
  ['failed', 'failed'],
  ['broken', 'error'],
  ['skipped', 'skipped'],
])

const SUITES = ['parentSuite', 'suite', 'subSuite']
/** Labels that say the same as other members, or where the test ran. */
const FRAME = new Set(
  'parentSuite suite subSuite package testClass testMethod class method test host thread framework language'.split(' '),
)
const isFrame = (label: string) => FRAME.has(label) || label.startsWith('_')

const STEPS_DEPTH = 100

export function allureValues(sink: TidySink): JsonFormat {
  const result: Record<string, unknown> = {}
  return {
    take({ path: [member], value }) {
      result[String(member)] = value
      return isAllureResult(result)
    },
    end: () => isAllureResult(result) && sink.test(allureTest(result, sink)),
  }
}

/** Whether it has the members that only a result of Allure has. */
export function isAllureResult(value: JsonObject): boolean {
  const hasId = textOf(value['historyId']) !== null || textOf(value['testCaseId']) !== null
  const isFull = textOf(value['uuid']) !== null && (Array.isArray(value['labels']) || textOf(value['stage']) !== null)
  return (hasId || isFull) && textOf(value['name'] ?? value['fullName']) !== null
}

/** The test of a result. `place` finds an attachment by its source: beside the report unless it says otherwise. */
export function allureTest(
  result: JsonObject,
  sink: TidySink,
  place: (attachment: JsonObject) => JsonObject | undefined = beside,
): FoundTest {
  const labels = listOf(result['labels']).map(objectOf)
  const labelled = (name: string) => textOf(labels.find((label) => label['name'] === name)?.['value']) ?? ''
  const suites = SUITES.map(labelled).filter((name) => name !== '')
  const name = textOf(result['name']) || textOf(result['fullName']) || ''
  const properties = testProperties(sink)
  for (const label of labels)
    if (!isFrame(textOf(label['name']) ?? ''))
      properties.add('label', textOf(label['name']) ?? '', textOf(label['value']) ?? '')
  for (const link of listOf(result['links']).map(objectOf))
    properties.add('link', textOf(link['type']) ?? '', textOf(link['name']) || textOf(link['url']) || '')
  const files = testFiles(sink)
  const steps = stepsOf(result)
  if (steps.length > 0) sink.ignore('step', NOT_KEPT.step, steps.length)
  const attachments = [result, ...steps].flatMap((part) => listOf(part['attachments'])).map(objectOf)
  for (const attachment of attachments) files.addList([place(attachment) ?? {}])
  return {
    suite: suites.length > 0 ? suites : [labelled('package') || 'Allure'],
    name: withParameters(name, result),
    executions: [executionOf(result, sink)],
    ...(objectOf(result['statusDetails'])['flaky'] === true && { isFlaky: true }),
    ...properties.found(keysInName(name)),
    ...files.found(),
  }
}

/** The file has a name of its own; `source` is its name in the folder of results. */
function beside({ source }: JsonObject): JsonObject | undefined {
  return typeof source === 'string' ? { path: source } : undefined
}

function stepsOf(result: JsonObject, depth = 0): JsonObject[] {
  if (depth > STEPS_DEPTH) return []
  const steps = listOf(result['steps']).map(objectOf)
  return steps.flatMap((step) => [step, ...stepsOf(step, depth + 1)])
}

/** Excluded parameters differ from run to run; those that are hidden or masked must not be shown. */
function withParameters(name: string, result: JsonObject): string {
  const shown = listOf(result['parameters'])
    .map(objectOf)
    .filter(({ excluded, mode }) => excluded !== true && mode !== 'hidden' && mode !== 'masked')
    .map((parameter) => `${textOf(parameter['name']) ?? ''}=${textOf(parameter['value']) ?? ''}`)
  return shown.length === 0 || name === '' ? name : `${name} (${shown.join(', ')})`
}

function executionOf(result: JsonObject, sink: TidySink): ReportedExecution {
  const { message, trace } = objectOf(result['statusDetails'])
  const [start, stop] = [countOf(result['start']), countOf(result['stop'])]
  const stated = textOf(result['status'])?.toLowerCase()
  const status = STATUSES.get(stated) ?? 'error'
  const texts = failureTexts(textOf(message), textOf(trace))
  const known = STATUSES.has(stated) ? null : `Its status is ${stated ?? 'missing'}`
  return {
    status,
    message: status === 'passed' ? null : (texts.message ?? known),
    trace: status === 'passed' ? null : texts.trace,
    durationMs: start !== undefined && stop !== undefined ? readMilliseconds(stop - start) : null,
    startedAt: sink.moment(start, 'start'),
  }
}
