import { compareSeverity, isFailure } from '#shared/test-results/severity.ts'
import type { FoundTest, ReportedFile } from '../reported-test.ts'
import { allureTest, isAllureResult } from './allure.ts'
import { singleTest } from './executions.ts'
import { heldSize, inSlices } from './held-tests.ts'
import type { JsonLines, JsonLinesFormat } from './json-lines.ts'
import { type JsonObject, listOf, objectOf, textOf } from './json-values.ts'
import type { ReaderLimits } from './limits.ts'
import { noReport } from './report-error.ts'
import type { TidySink } from './tidy-sink.ts'

/** The files of a folder of Allure results that are JSON. */
export const ALLURE_FILE = /-(?:result|container|globals)\.json$/

/** A folder of Allure results as lines: `{"file": "1-result.json", "content": {…}}`, `{"file": "a.png", "base64": "…"}`. */
export const ALLURE_FILES: JsonLinesFormat = { format: 'allure', title: 'Allure', open: openFiles }

export const ALLURE_FILES_START = /^\{ ?"file" ?: ?"/

type Held = { test: FoundTest; uuid: string; startedAt: string }
type Fixture = { name: string; children: string[]; message: string | null; trace: string | null }

const FAILED = new Set(['failed', 'broken'])

/** Characters that a text in a list takes beside itself. */
const ENTRY_SIZE = 50

function openFiles(sink: TidySink, limits: ReaderLimits): JsonLines {
  const size = heldSize(limits)
  /** Results by their history: executions of the same test. */
  const histories = new Map<string, Held[]>()
  const fixtures: Fixture[] = []
  const embedded = new Map<string, string>()
  const wanted = new Set<string>()

  return {
    take(line) {
      const file = textOf(line['file'])
      if (file === null) throw noReport('A line of Allure results has no file')
      const content = objectOf(line['content'])
      if (line['content'] === undefined) return takeAttachment(file, textOf(line['base64']))
      if (file.endsWith('-container.json')) return takeContainer(content)
      if (file.endsWith('-globals.json')) return takeGlobals(content)
      if (!isAllureResult(content)) throw noReport(`This file is no result of Allure: ${file}`)
      takeResult(content)
    },
    other: () => {
      throw noReport('The line is no file of Allure results')
    },
    *end() {
      yield* inSlices(histories.values(), (held) => sink.test(joined(held)))
      const children = fixtures.length === 0 ? new Map<string, FoundTest>() : testsByUuid()
      yield* inSlices(fixtures, (fixture) => takeFixture(fixture, children))
    },
  }

  function takeResult(result: JsonObject) {
    const test = allureTest(result, sink, ({ name, type, source }) => {
      if (typeof source !== 'string') return undefined
      want(source)
      return { name: name ?? source, contentType: type, body: source }
    })
    size.add(test)
    const uuid = textOf(result['uuid']) ?? ''
    const history = textOf(result['historyId']) ?? textOf(result['testCaseId']) ?? `uuid ${uuid || histories.size}`
    const [execution] = test.executions
    const held = { test, uuid, startedAt: execution?.startedAt ?? '' }
    const known = histories.get(history)
    if (known) known.push(held)
    else histories.set(history, [held])
  }

  function want(file: string) {
    if (!wanted.has(file)) size.hold(ENTRY_SIZE + file.length)
    wanted.add(file)
  }

  function takeAttachment(file: string, base64: string | null) {
    if (!wanted.has(file)) return
    if (base64 === null) return sink.ignore('attachment', 'It is too large for a zip file')
    const id = sink.embedded.open()
    sink.embedded.write(Buffer.from(base64))
    sink.embedded.close()
    embedded.set(file, id)
  }

  function takeContainer(container: JsonObject) {
    const children = listOf(container['children']).flatMap((child) => textOf(child) ?? [])
    for (const fixture of ['befores', 'afters'].flatMap((list) => listOf(container[list])).map(objectOf)) {
      if (!FAILED.has(textOf(fixture['status'])?.toLowerCase() ?? '')) continue
      const { message, trace } = objectOf(fixture['statusDetails'])
      const name = textOf(fixture['name']) ?? 'Fixture'
      addFixture({ name, children, message: textOf(message), trace: textOf(trace) })
    }
  }

  function takeGlobals({ errors }: JsonObject) {
    for (const { message, trace } of listOf(errors).map(objectOf))
      addFixture({ name: 'Global error', children: [], message: textOf(message), trace: textOf(trace) })
  }

  function addFixture(fixture: Fixture) {
    const texts = [fixture.name, fixture.message ?? '', fixture.trace ?? '', ...fixture.children]
    size.hold(texts.reduce((sum, text) => sum + ENTRY_SIZE + text.length, 0))
    fixtures.push(fixture)
  }

  /** A failed fixture is an error, unless one of its tests has failed with it. */
  function takeFixture({ name, children, message, trace }: Fixture, tests: Map<string, FoundTest>) {
    const own = children.flatMap((child) => tests.get(child) ?? [])
    if (own.some(({ executions }) => executions.some(({ status }) => isFailure(status)))) return
    sink.test(singleTest(own[0]?.suite ?? [], name, { status: 'error', message, trace }))
  }

  function testsByUuid(): Map<string, FoundTest> {
    const wanted = new Set(fixtures.flatMap(({ children }) => children))
    const all = [...histories.values()].flat()
    return new Map(all.filter(({ uuid }) => wanted.has(uuid)).map(({ uuid, test }) => [uuid, test]))
  }

  /** Executions of one history are attempts, by their start. Of those without one, the most severe counts. */
  function joined(held: Held[]): FoundTest {
    const inOrder = held.toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : Number(a.startedAt > b.startedAt)))
    const executions = inOrder.flatMap(({ test }) => test.executions)
    const hasStarts = held.every(({ startedAt }) => startedAt !== '')
    const last = (inOrder.at(-1) as Held).test
    const files = inOrder.flatMap(({ test }) => test.files ?? []).map(placed)
    return {
      ...last,
      executions: hasStarts ? executions : executions.toSorted(compareSeverity),
      ...(files.length > 0 && { files }),
    }
  }

  /** A file that did not come with the results may be beside them. */
  function placed(file: ReportedFile): ReportedFile {
    if (!('id' in file)) return file
    const id = embedded.get(file.id)
    return id === undefined ? { name: file.name, path: file.id } : { name: file.name, id }
  }
}
