import { createHash } from 'node:crypto'
import type { ReportSink, ReportedExecution, ReportedTest } from '../reported-test.ts'
import { cleanName, cleanText } from './clean-text.ts'
import { MESSAGE_MAX, TITLE_MAX, TRACE_MAX } from './limits.ts'

/** A sink that says at the end what it had to change. */
export type TidySink = ReportSink & {
  /** Says this once, however often it occurs. */
  warnOnce(text: string): void
  finish(): void
}

const HASH_LENGTH = 8
const REMEMBERED_NAMES = 1_000
const ELEMENTS_MAX = 100
const KEYS_MAX = 100

/**
 * Wraps a sink: names become one clean line of bounded length, texts lose ANSI sequences and control characters, and a test
 * without a suite gets `suiteOfNone`.
 */
export function tidySink(sink: ReportSink, suiteOfNone: string): TidySink {
  const said = new Set<string>()
  const elements = new Set<string>()
  const suiteNames = new Map<string, string>()
  let cutNames = 0
  let cutTexts = 0
  return {
    test(test) {
      const name = tidyName(test.name)
      if (name === '') return sink.ignore('testcase', 'It has no name')
      const suite = test.suite.map(tidySuiteName).filter((part) => part !== '')
      const keys = [...new Set(test.keys.map(cleanName))]
        .filter((key) => key !== '' && key.length <= TITLE_MAX)
        .slice(0, KEYS_MAX)
      sink.test({
        ...test,
        suite: suite.length > 0 ? suite : [suiteOfNone],
        name,
        keys,
        executions: test.executions.map(tidyExecution),
      })
    },
    ignore: (element, reason, count) => sink.ignore(tidyElement(element), reason, count),
    warn: (text) => sink.warn(text),
    declare: (count) => sink.declare(count),
    warnOnce(text) {
      if (said.has(text)) return
      said.add(text)
      sink.warn(text)
    },
    finish() {
      if (cutNames > 0) sink.warn(`${counted(cutNames, 'name')} longer than ${TITLE_MAX} characters, cut`)
      if (cutTexts > 0) sink.warn(`${counted(cutTexts, 'message or trace', 'messages or traces')} too long, cut`)
    },
  }

  /** Whoever adds up by element gets a bounded number of them. */
  function tidyElement(given: string): string {
    const element = cleanName(given).slice(0, TITLE_MAX)
    if (elements.size < ELEMENTS_MAX) elements.add(element)
    return elements.has(element) ? element : 'other'
  }

  /** The same few names come with every test. */
  function tidySuiteName(given: string): string {
    const known = suiteNames.get(given)
    if (known !== undefined) return known
    if (suiteNames.size >= REMEMBERED_NAMES) suiteNames.clear()
    const name = tidyName(given)
    suiteNames.set(given, name)
    return name
  }

  function tidyName(given: string): string {
    const name = cleanName(given)
    if (name.length <= TITLE_MAX) return name
    cutNames += 1
    const hash = createHash('sha256').update(name).digest('hex').slice(0, HASH_LENGTH)
    return `${name.slice(0, TITLE_MAX - HASH_LENGTH - 1).toWellFormed()}…${hash}`
  }

  function tidyExecution(execution: ReportedExecution): ReportedExecution {
    const message = tidyText(execution.message, MESSAGE_MAX)
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

function counted(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? `1 ${one} was` : `${count} ${many} were`
}

/** A test with one execution, as most are. */
export function singleTest(suite: string[], name: string, execution: Partial<ReportedExecution>): ReportedTest {
  return { suite, name, keys: [], executions: [{ ...PASSED, ...execution }], ifRepeated: 'retry' }
}

const PASSED: ReportedExecution = { status: 'passed', message: null, trace: null, durationMs: null, startedAt: null }
