import { NAME_MAX, TEXT_MAX, TRACE_MAX } from '#shared/limits.ts'
import { isFailure } from '#shared/test-results/severity.ts'
import type { ReportedExecution, ReportSink } from '../reported-test.ts'
import { shortName } from '../short-names.ts'
import { cleanName, cleanText } from './clean-text.ts'
import { isNotRun } from './executions.ts'
import { NOT_KEPT } from './ignored.ts'
import { browserIn, stableName } from './stable-name.ts'
import { readMoment } from './times.ts'

/** A sink that reports at the end what it had to change. */
export type TidySink = ReportSink & {
  /** A time as `readMoment` reads it; null, with a warning for the first of each `member`, when it cannot be read. */
  moment(given: unknown, member: string): string | null
  finish(): void
}

/** Drops everything. */
export const IGNORING_SINK: ReportSink = {
  embedded: { open: () => '', write() {}, close() {} },
  test() {},
  ignore() {},
  warn() {},
  environment() {},
  declare() {},
  declareFailures() {},
}

const CACHED_NAMES = 1_000
const ELEMENTS_MAX = 100
const KEYS_MAX = 100

/**
 * Wraps a sink: names become one clean line of bounded length, texts lose ANSI sequences and control characters, and a
 * test without a suite gets `defaultSuite`.
 */
export function tidySink(sink: ReportSink, defaultSuite: string): TidySink {
  const unreadable = new Set<string>()
  const elements = new Set<string>()
  const suiteNames = new Map<string, string>()
  const unnamed = unnamedTests()
  let cutNames = 0
  let cutTexts = 0
  return {
    embedded: sink.embedded,
    test(test) {
      const suite = test.suite.map(tidySuiteName).filter((part) => part !== '')
      const executions = inOrder(test.executions.map(tidyExecution))
      const name = tidyName(test.name) || unnamed.nameOf(suite, executions)
      if (name === null) return
      unnamed.seeNamed()
      const keys = [...new Set(test.keys.map(cleanName))]
        .filter((key) => key !== '' && key.length <= NAME_MAX)
        .slice(0, KEYS_MAX)
      sink.test({
        ...test,
        suite: suite.length > 0 ? suite : [defaultSuite],
        name,
        keys,
        executions,
      })
    },
    ignore: (element, reason, count) => sink.ignore(tidyElement(element), reason, count),
    warn: (text) => sink.warn(text),
    environment: (browser) => sink.environment(browser),
    declare: (count) => sink.declare(count),
    declareFailures: (declared, found) => sink.declareFailures(declared, found),
    moment(given, member) {
      const moment = readMoment(given)
      if (moment === undefined && !unreadable.has(member)) {
        const shown = typeof given === 'string' ? `: ${cleanName(given).slice(0, 100)}` : ''
        sink.warn(`A ${member} cannot be read${shown}`)
        unreadable.add(member)
      }
      return moment ?? null
    },
    finish() {
      unnamed.finish(sink, defaultSuite)
      if (cutNames > 0) sink.warn(`${counted(cutNames, 'name')} longer than ${NAME_MAX} characters, cut`)
      if (cutTexts > 0) sink.warn(`${counted(cutTexts, 'message or trace', 'messages or traces')} too long, cut`)
    },
  }

  /** Bounds the number of distinct elements: counts are kept for each. */
  function tidyElement(given: string): string {
    const element = cleanName(given).slice(0, NAME_MAX)
    if (elements.size < ELEMENTS_MAX) elements.add(element)
    return elements.has(element) ? element : 'other'
  }

  /** Cached: suite names repeat with every test. */
  function tidySuiteName(given: string): string {
    const known = suiteNames.get(given)
    if (known !== undefined) return known
    if (suiteNames.size >= CACHED_NAMES) suiteNames.clear()
    const name = tidyName(given)
    suiteNames.set(given, name)
    return name
  }

  function tidyName(given: string): string {
    const name = tidyVersion(cleanName(given))
    if (name.length <= NAME_MAX) return name
    cutNames += 1
    return shortName(name, NAME_MAX)
  }

  /** Names leave out the version of the browser. */
  function tidyVersion(given: string): string {
    const browser = browserIn(given)
    if (browser !== undefined) sink.environment(browser)
    return stableName(given)
  }

  function tidyExecution(execution: ReportedExecution): ReportedExecution {
    const message = tidyText(execution.message, TEXT_MAX)
    const trace = tidyText(execution.trace, TRACE_MAX)
    return { ...execution, message, trace: trace === message ? null : trace }
  }

  function tidyText(given: string | null, max: number): string | null {
    const text = given === null ? '' : cleanText(given).trim()
    if (text.length <= max) return text === '' ? null : text
    cutTexts += 1
    return `${text.slice(0, max - 1).toWellFormed()}…`
  }
}

/** Such as "1 name was" or "2 names were". */
function counted(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? `1 ${one} was` : `${count} ${many} were`
}

/** A test that was skipped in the end keeps the outcome of its last execution that ran. */
function inOrder(executions: ReportedExecution[]): ReportedExecution[] {
  if (!isNotRun(executions.at(-1) as ReportedExecution)) return executions
  return [...executions.filter(isNotRun), ...executions.filter((execution) => !isNotRun(execution))]
}

const UNNAMED = 'Unnamed test'

/** Names failed tests without a name, so that no failure gets lost. Other tests without a name are ignored. */
function unnamedTests() {
  /** Failed tests without a name or a message. */
  const blank: ReportedExecution[][] = []
  let ignored = 0
  let hasNamed = false
  return {
    /** Null for a test that is not recorded now. */
    nameOf(suite: string[], executions: ReportedExecution[]): string | null {
      const { status, message, trace } = executions.at(-1) as ReportedExecution
      if (!isFailure(status)) ignored += 1
      else if (suite.length > 0 || message !== null || trace !== null) return UNNAMED
      else blank.push(executions)
      return null
    },
    /** A report has named tests. */
    seeNamed() {
      hasNamed = true
    },
    /** Without any named test, a file is an example of a format, as tools ship it: its failures are only counted. */
    finish(sink: Pick<ReportSink, 'test' | 'ignore' | 'warn'>, suite: string) {
      if (hasNamed)
        for (const executions of blank.splice(0)) sink.test({ suite: [suite], name: UNNAMED, keys: [], executions })
      const count = ignored + blank.length
      if (count > 0) sink.ignore('testcase', NOT_KEPT.noName, count)
      if (blank.length > 0)
        sink.warn(
          `${counted(blank.length, 'failed test')} ignored, without any name of a test or suite and any message`,
        )
    },
  }
}
