import { isFailure } from '#shared/test-results/severity.ts'
import type { ReportedExecution } from '../reported-test.ts'
import { keysInName } from './case-keys.ts'
import { type CucumberStep, cucumberOutcome } from './cucumber-outcome.ts'
import { countedTests } from './counted-tests.ts'
import { heldSize } from './held-tests.ts'
import type { JsonLines, JsonLinesFormat } from './json-lines.ts'
import { type JsonObject, listOf, objectOf, textOf } from './json-values.ts'
import type { ReaderLimits } from './limits.ts'
import { truncated } from './report-error.ts'
import { testFiles } from './test-files.ts'
import { testProperties } from './test-properties.ts'
import type { TidySink } from './tidy-sink.ts'

/** The messages of Cucumber: `--format message:report.ndjson`. */
export const CUCUMBER_MESSAGES: JsonLinesFormat = { format: 'cucumber', title: 'Cucumber', open: openMessages }

export const CUCUMBER_MESSAGES_START =
  /^\{"(?:meta":\{"protocolVersion|source":\{|gherkinDocument":\{|pickle":\{|parseError":\{|testRunStarted":\{)/

type Pickle = { suite: string[]; name: string; row: number | undefined; tags: string[] }
type Attempt = {
  testCaseId: string
  /** Characters that it takes. */
  size: number
  steps: CucumberStep[]
  startedAt: string | null
  files: ReturnType<typeof testFiles>
}

const NANOSECONDS = 1e-6

/** Characters that an attempt or one of its steps takes beside its texts. */
const [ATTEMPT_SIZE, STEP_SIZE] = [1_000, 100]

function openMessages(sink: TidySink, limits: ReaderLimits): JsonLines {
  const found = countedTests(sink)
  /** The places of scenarios, rows and rules in their features, by their ids. */
  const suites = new Map<string, { suite: string[]; row?: number }>()
  const pickles = new Map<string, Pickle>()
  const cases = new Map<string, string>()
  const attempts = new Map<string, Attempt>()
  /** The attempts of a case before the last one. */
  const earlier = new Map<string, { executions: ReportedExecution[]; size: number }>()
  const size = heldSize(limits)
  let hasEnded = false
  let hasPending = false
  let hasSucceeded = true

  const takers: Record<string, (message: JsonObject) => void> = {
    gherkinDocument: ({ feature }) => notePlaces(objectOf(feature)),
    pickle: notePickle,
    testCase: ({ id, pickleId }) => note(cases, id, textOf(pickleId) ?? ''),
    parseError: ({ source, message }) =>
      found.error([textOf(objectOf(source)['uri']) ?? ''], 'Parse error', { message: textOf(message) }),
    testCaseStarted: begin,
    testStepFinished: addStep,
    attachment: attach,
    testCaseFinished: finish,
    testRunHookFinished: takeHook,
    testRunFinished({ success }) {
      hasEnded = true
      hasSucceeded = success !== false
    },
  }

  return {
    take(envelope) {
      for (const [kind, message] of Object.entries(envelope))
        if (Object.hasOwn(takers, kind)) takers[kind]?.(objectOf(message))
    },
    other: () => sink.ignore('line', 'It is no message'),
    end() {
      if (!hasEnded) throw truncated(1, 'testRunFinished is missing')
      // A pending step fails the run, too.
      if (!hasSucceeded && !hasPending && found.failures === 0)
        found.error(['Cucumber'], 'Test run', { message: 'The run failed, but no scenario did' })
      found.end()
    },
  }

  function note<Value>(all: Map<string, Value>, id: unknown, value: Value) {
    const key = textOf(id) ?? ''
    size.hold(key.length + JSON.stringify(value).length)
    all.set(key, value)
  }

  /** Scenarios are named by their feature; a rule is a suite in it. */
  function notePlaces(feature: JsonObject) {
    const suite = [textOf(feature['name']) ?? '']
    for (const child of listOf(feature['children']).map(objectOf)) {
      const rule = objectOf(child['rule'])
      const inRule = [...suite, textOf(rule['name']) ?? '']
      noteScenario(objectOf(child['scenario']), suite)
      for (const inner of listOf(rule['children'])) noteScenario(objectOf(objectOf(inner)['scenario']), inRule)
    }
  }

  function noteScenario({ id, examples }: JsonObject, suite: string[]) {
    if (id === undefined) return
    note(suites, id, { suite })
    const rows = listOf(examples).flatMap((one) => listOf(objectOf(one)['tableBody']))
    for (const [index, row] of rows.entries()) note(suites, objectOf(row)['id'], { suite, row: index + 2 })
  }

  function notePickle({ id, name, uri, astNodeIds, tags }: JsonObject) {
    const places = listOf(astNodeIds).flatMap((node) => suites.get(textOf(node) ?? '') ?? [])
    note(pickles, id, {
      suite: places[0]?.suite ?? [textOf(uri) ?? ''],
      name: textOf(name) ?? '',
      row: places.find(({ row }) => row !== undefined)?.row,
      tags: listOf(tags).map((tag) => textOf(objectOf(tag)['name']) ?? ''),
    })
  }

  function begin({ id, testCaseId, timestamp }: JsonObject) {
    const { seconds, nanos } = objectOf(timestamp)
    const ms = typeof seconds === 'number' || typeof seconds === 'string' ? Number(seconds) * 1000 : Number.NaN
    const startedAt = sink.moment(Number.isFinite(ms) ? ms + Number(nanos ?? 0) * NANOSECONDS : undefined, 'timestamp')
    const key = textOf(id) ?? ''
    size.release(attempts.get(key)?.size ?? 0)
    const attempt = { testCaseId: textOf(testCaseId) ?? '', steps: [], startedAt, files: testFiles(sink), size: 0 }
    attempts.set(key, attempt)
    grow(attempt, ATTEMPT_SIZE + key.length + attempt.testCaseId.length)
  }

  function addStep({ testCaseStartedId, testStepResult }: JsonObject) {
    const attempt = attempts.get(textOf(testCaseStartedId) ?? '')
    if (!attempt) return
    const step = stepOf(objectOf(testStepResult))
    attempt.steps.push(step)
    grow(attempt, STEP_SIZE + step.status.length + (step.text?.length ?? 0))
  }

  function grow(held: { size: number }, characters: number) {
    held.size += characters
    size.hold(characters)
  }

  function attach({ testCaseStartedId, body, contentEncoding, mediaType, fileName }: JsonObject) {
    const attempt = attempts.get(textOf(testCaseStartedId) ?? '')
    const text = textOf(body)
    if (!attempt || text === null) return sink.ignore('attachment', 'It belongs to no scenario')
    const id = sink.embedded.open()
    sink.embedded.write(Buffer.from(contentEncoding === 'BASE64' ? text : Buffer.from(text).toString('base64')))
    sink.embedded.close()
    attempt.files.addList([{ name: fileName, contentType: mediaType, body: id }])
  }

  function finish({ testCaseStartedId, willBeRetried }: JsonObject) {
    const id = textOf(testCaseStartedId) ?? ''
    const attempt = attempts.get(id)
    if (!attempt) return
    attempts.delete(id)
    size.release(attempt.size)
    const { testCaseId, startedAt, steps, files } = attempt
    const before = earlier.get(testCaseId) ?? { executions: [], size: 0 }
    const { executions } = before
    executions.push({ ...cucumberOutcome(steps), startedAt })
    if (willBeRetried === true) {
      earlier.set(testCaseId, before)
      // Its message and trace are of its steps.
      grow(before, attempt.size)
      return
    }
    earlier.delete(testCaseId)
    size.release(before.size)
    hasPending ||= steps.some(({ status }) => status === 'pending')
    const pickle = pickles.get(cases.get(testCaseId) ?? '')
    const properties = testProperties(sink)
    for (const tag of pickle?.tags ?? []) properties.addTag(tag)
    found.test({
      suite: pickle?.suite ?? [],
      name: pickle?.name ?? '',
      executions,
      ...(pickle?.row !== undefined && { parameters: `row ${pickle.row}` }),
      ...properties.found(keysInName(pickle?.name ?? '')),
      ...files.found(),
    })
  }

  function takeHook({ result }: JsonObject) {
    const outcome = cucumberOutcome([stepOf(objectOf(result))])
    if (isFailure(outcome.status)) found.error(['Cucumber'], 'Test run hook', { ...outcome, status: 'error' })
  }
}

function stepOf({ status, message, duration }: JsonObject): CucumberStep {
  const { seconds, nanos } = objectOf(duration)
  const ms = Number(seconds ?? Number.NaN) * 1000 + Number(nanos ?? 0) * NANOSECONDS
  return {
    status: textOf(status)?.toLowerCase() ?? '',
    text: textOf(message),
    durationMs: Number.isFinite(ms) ? ms : null,
  }
}
