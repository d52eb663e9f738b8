import { keysInName } from './case-keys.ts'
import { cleanName, firstLine } from './clean-text.ts'
import { NOT_KEPT } from './ignored.ts'
import { placeOf } from './junit-names.ts'
import { executionsOf, type Outcome } from './junit-outcomes.ts'
import { TRACE_MAX } from './limits.ts'
import { singleTest, type TidySink } from './tidy-sink.ts'
import { readMoment, readSeconds } from './times.ts'
import type { XmlAttributes } from './xml-parser.ts'

type Suite = {
  attributes: XmlAttributes
  name: string
  declaresTests: boolean
  /** Errors that it declares and its cases have not shown so far. */
  missingErrors: number
  errorText: string
  /** Its own, else that of the suite around it. */
  startedAt: string | null
}

/** Gtest and others say by an attribute that a case did not run. */
const NOT_RUN = /^(notrun|disabled|skipped|suppressed)$/i

/** The open suites of a JUnit file, and the tests that stand in them. */
export function junitSuites(sink: TidySink) {
  const suites: Suite[] = []
  let root: XmlAttributes = {}
  let rootTests: number | undefined
  let suiteTests: number | undefined

  return {
    openRoot(attributes: XmlAttributes) {
      if (suites.length > 0) return
      root = attributes
      rootTests ??= readCount(attributes['tests'])
    },
    open(attributes: XmlAttributes) {
      const tests = readCount(attributes['tests'])
      const isCounted = suites.some(({ declaresTests }) => declaresTests)
      if (tests !== undefined && !isCounted) suiteTests = (suiteTests ?? 0) + tests
      suites.push({
        attributes,
        name: cleanName(attributes['name'] ?? ''),
        declaresTests: tests !== undefined,
        missingErrors: readCount(attributes['errors']) ?? 0,
        errorText: '',
        startedAt: momentOf(attributes) ?? suites.at(-1)?.startedAt ?? null,
      })
    },
    close() {
      const suite = suites.at(-1)
      if (suite) tellErrorText(suite)
      suites.pop()
    },
    /** Takes the `system-err` that stands in the innermost suite itself. */
    addErrorText(text: string) {
      const suite = suites.at(-1)
      if (suite && suite.errorText.length < TRACE_MAX) suite.errorText += text
    },
    test,
    /** A failure that stands in a suite and in no case. */
    failItself(outcome: Outcome) {
      test({ name: 'Test suite', time: undefined }, [outcome], [])
    },
    end() {
      const declared = rootTests ?? suiteTests
      if (declared !== undefined) sink.declare(declared)
    },
  }

  function test(attributes: XmlAttributes, outcomes: Outcome[], keys: string[]) {
    const suite = suites.at(-1)
    if (suite && outcomes.some(({ element }) => element === 'error')) suite.missingErrors -= 1
    const given = attributes['name'] ?? ''
    const place = placeOf(given, {
      rootName: root['name'],
      suites: suiteNames(),
      className: attributes['classname'] ?? '',
      file: attributes['file'] ?? suite?.attributes['file'] ?? '',
      playwrightProject: playwrightProject(attributes),
    })
    if (!place) return sink.ignore('testcase', NOT_KEPT.noName)
    const times = {
      durationMs: readSeconds(attributes['time']),
      startedAt: momentOf(attributes) ?? suite?.startedAt ?? null,
    }
    const executions = executionsOf(outcomes.length === 0 && isNotRun(attributes) ? [NOT_RUN_OUTCOME] : outcomes, times)
    sink.test({
      ...place,
      keys: keys.length > 0 ? keys : keysInName(place.name),
      executions,
      ifRepeated: isPytest() ? 'worst' : 'retry',
    })
  }

  function suiteNames(): string[] {
    return suites.map(({ name }) => name).filter((name) => name !== '')
  }

  /** Elsewhere the host name is a machine's; Playwright writes its project there, and the file as suite and class. */
  function playwrightProject({ classname }: XmlAttributes): string | undefined {
    const suite = suites.at(-1)?.attributes
    const isPlaywright = root['id'] !== undefined && suite?.['name'] === classname && classname !== undefined
    return isPlaywright ? suite?.['hostname'] : undefined
  }

  function isPytest(): boolean {
    return suites[0]?.name === 'pytest' || root['name'] === 'pytest tests'
  }

  function momentOf({ timestamp }: XmlAttributes): string | null {
    const moment = readMoment(timestamp)
    if (moment === undefined) sink.warnOnce(`A timestamp cannot be read: ${cleanName(timestamp ?? '').slice(0, 100)}`)
    return moment ?? null
  }

  /** The error of a request may stand nowhere else: Newman counts it among the suite's errors, Hoppscotch not even there. */
  function tellErrorText({ missingErrors, errorText, startedAt }: Suite) {
    const text = errorText.trim()
    if (text === '') return
    if (missingErrors <= 0 && !HOPPSCOTCH_ERROR.test(text)) return sink.ignore('system-err', NOT_KEPT.output)
    const message = firstLine(text.replace(/^Iteration: \d+\n/, ''))
    sink.test(singleTest(suiteNames(), 'Request', { status: 'error', message, trace: text, startedAt }))
  }
}

const HOPPSCOTCH_ERROR = /^(?:REQUEST|TEST_SCRIPT|PRE_REQUEST_SCRIPT|PARSING|SYNTAX|UNKNOWN)_ERROR\b/

const NOT_RUN_OUTCOME: Outcome = { element: 'skipped', attributes: {}, body: '', stackTrace: '' }

function isNotRun({ status = '', result = '' }: XmlAttributes): boolean {
  return NOT_RUN.test(status) || NOT_RUN.test(result)
}

function readCount(given: string | undefined): number | undefined {
  return given !== undefined && /^\d{1,9}$/.test(given.trim()) ? Number(given) : undefined
}
