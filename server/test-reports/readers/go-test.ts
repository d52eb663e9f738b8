import { TRACE_MAX } from '#shared/limits.ts'
import type { ResultStatus } from '#shared/test-results/result-status.ts'
import { isFailure } from '#shared/test-results/severity.ts'
import type { FoundTest } from '../reported-test.ts'
import { keysInName } from './case-keys.ts'
import { cleanText, firstLine } from './clean-text.ts'
import { singleTest } from './executions.ts'
import { heldSize, inSlices } from './held-tests.ts'
import { NOT_KEPT } from './ignored.ts'
import type { JsonLines, JsonLinesFormat } from './json-lines.ts'
import { type JsonObject, textOf } from './json-values.ts'
import type { ReaderLimits } from './limits.ts'
import type { TidySink } from './tidy-sink.ts'
import { readMilliseconds } from './times.ts'

/** The output of `go test -json`. */
export const GO_TEST: JsonLinesFormat = { format: 'gotest', title: 'go test', open: openGoTest }

/** How the first event begins, perhaps after other output. */
export const GO_TEST_LINE =
  /^\{(?:"Time":"[^"]{1,60}",)?(?:"ImportPath":"[^"]{1,1000}",)?"Action":"(?:start|run|output|pass|fail|skip|pause|cont|bench|build-\w+)"/m

const ENDS = new Map<string, ResultStatus>([
  ['pass', 'passed'],
  ['bench', 'passed'],
  ['fail', 'failed'],
  ['skip', 'skipped'],
])

/** Lines that say no more than the events. */
const FRAME = /^\s*(?:=== (?:RUN|PAUSE|CONT|NAME)|--- (?:PASS|FAIL|SKIP):)/

/** A test that runs, or a package. `hasRed`: a test in it has failed. */
type Running = { output: string; startedAt: string | null; hasTests: boolean; hasRed: boolean }
type Package = Running & { tests: Map<string, Running>; failedBuild: string }

/** The end of a package, if the report has it. */
type Ending = { pack: Package; name: string; status: ResultStatus | undefined; event: JsonObject }

/** If more tests of a package run when it ends, they end in slices, after the report. */
const AT_ONCE = 500

/** Characters that a test, a package or a build takes beside its output. */
const ENTRY_SIZE = 400

const sizeOf = (name: string, output: string) => ENTRY_SIZE + name.length + output.length

function openGoTest(sink: TidySink, limits: ReaderLimits): JsonLines {
  const packages = new Map<string, Package>()
  const builds = new Map<string, string>()
  const unfinished: Ending[] = []
  const size = heldSize(limits)
  let stray = ''

  return {
    take(event) {
      const action = textOf(event['Action']) ?? ''
      if (action === 'build-output') return keepBuild(textOf(event['ImportPath']) ?? '', textOf(event['Output']) ?? '')
      if (action === 'build-fail') return keepBuild(textOf(event['ImportPath']) ?? '', '')
      const name = textOf(event['Package']) ?? ''
      const pack = packages.get(name) ?? open(packages, name, event, { tests: new Map(), failedBuild: '' })
      const test = textOf(event['Test'])
      if (action === 'output') return keep(test === null ? pack : runningTest(pack, test, event), event)
      const status = ENDS.get(action)
      if (test !== null && action === 'run') runningTest(pack, test, event)
      if (status === undefined) return
      if (test !== null) return endTest(pack, name, test, status, event)
      packages.delete(name)
      if (pack.tests.size > AT_ONCE) unfinished.push({ pack, name, status, event })
      else endPackage({ pack, name, status, event })
    },
    other(text) {
      sink.ignore('line', NOT_KEPT.output)
      stray = `${stray}${text}\n`.slice(-TRACE_MAX)
    },
    *end() {
      yield* inSlices(endings(), (end) => end())
    },
  }

  /** What is open when the report ends: tests, then their package. */
  function* endings(): Generator<() => void> {
    const endless = Array.from(packages, ([name, pack]) => ({ pack, name, status: undefined, event: {} }))
    for (const ending of [...unfinished, ...endless]) {
      const { pack, name } = ending
      for (const test of openTests(pack)) yield () => endTest(pack, name, test, 'error', {})
      yield () => endPackage(ending)
    }
    for (const [name, output] of builds) yield () => failed([name], 'Build', output, null)
  }

  /** The tests above a subtest only sum it up. */
  function runningTest(pack: Package, name: string, event: JsonObject): Running {
    const known = pack.tests.get(name)
    if (known) return known
    pack.hasTests = true
    for (const above of parentsOf(name)) {
      const parent = pack.tests.get(above)
      if (parent) parent.hasTests = true
    }
    return open(pack.tests, name, event, {})
  }

  function open<More extends object>(all: Map<string, Running & More>, name: string, event: JsonObject, more: More) {
    size.hold(sizeOf(name, ''))
    const running = {
      output: '',
      startedAt: sink.moment(event['Time'], 'Time'),
      hasTests: false,
      hasRed: false,
      ...more,
    }
    all.set(name, running)
    return running
  }

  function keep(running: Running, event: JsonObject) {
    const text = textOf(event['Output']) ?? ''
    if (FRAME.test(text)) return
    size.release(running.output.length)
    running.output = (running.output + text).slice(-TRACE_MAX)
    size.hold(running.output.length)
  }

  function keepBuild(name: string, text: string) {
    const before = builds.get(name)
    const output = `${before ?? ''}${text}`.slice(-TRACE_MAX)
    if (before !== undefined) size.release(sizeOf(name, before))
    size.hold(sizeOf(name, output))
    builds.set(name, output)
  }

  function takeBuild(name: string): string {
    const output = builds.get(name)
    if (output === undefined) return ''
    builds.delete(name)
    size.release(sizeOf(name, output))
    return output
  }

  function endTest(pack: Package, name: string, test: string, status: ResultStatus, event: JsonObject) {
    const running = runningTest(pack, test, event)
    pack.tests.delete(test)
    size.release(sizeOf(test, running.output))
    const isRed = isFailure(status)
    // A test fails with its subtests: only a failure of its own is one.
    if (isRed) for (const above of parentsOf(test)) markRed(pack.tests.get(above))
    if (isRed) pack.hasRed = true
    if (running.hasTests && (!isRed || running.hasRed)) return
    const text = cleanText(running.output).trim()
    const isPassed = status === 'passed'
    if (isPassed && text !== '') sink.ignore('output', NOT_KEPT.output)
    sink.test(testOf([name], test, running, { status, text: isPassed ? '' : text, seconds: event['Elapsed'] }))
  }

  /** Without an end, the process died: so did the tests that ran. */
  function endPackage({ pack, name, status, event }: Ending) {
    for (const test of openTests(pack)) endTest(pack, name, test, 'error', {})
    size.release(sizeOf(name, pack.output))
    const build = textOf(event['FailedBuild'])
    if (status === 'passed' || status === 'skipped' || pack.hasRed) return
    const output = `${build === null ? '' : takeBuild(build)}${pack.output}${stray}`
    failed([name], build === null ? 'Package' : 'Build', output, pack.startedAt)
  }

  function failed(suite: string[], name: string, output: string, startedAt: string | null) {
    const text = cleanText(output).trim()
    const message =
      firstLine(text.replace(/^# .*\n/, '')) ??
      (name === 'Build' ? 'The build failed' : 'The package did not end, or failed outside of its tests')
    sink.test(singleTest(suite, name, { status: 'error', message, trace: text, startedAt }))
  }
}

function testOf(
  suite: string[],
  name: string,
  { startedAt }: Running,
  { status, text, seconds }: { status: ResultStatus; text: string; seconds: unknown },
): FoundTest {
  const message = firstLine(text)?.trim() ?? (status === 'error' ? 'It did not end' : null)
  const durationMs = typeof seconds === 'number' ? readMilliseconds(seconds * 1000) : null
  return {
    suite,
    name,
    keys: keysInName(name),
    executions: [{ status, message, trace: text || null, durationMs, startedAt }],
  }
}

/** Subtests come before the tests that they belong to. */
const openTests = ({ tests }: Package) => [...tests.keys()].toReversed()

/** A name may have a slash in every other character: its parents together would have the square of its length. */
const PARENTS_MAX = 100

/** `A/b/c` has the parents `A` and `A/b`. */
function parentsOf(name: string): string[] {
  const parents: string[] = []
  for (let end = name.indexOf('/'); end !== -1 && parents.length < PARENTS_MAX; end = name.indexOf('/', end + 1))
    parents.push(name.slice(0, end))
  return parents
}

function markRed(running: Running | undefined) {
  if (running) running.hasRed = true
}
