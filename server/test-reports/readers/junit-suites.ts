import { keysInName } from './case-keys.ts'
import { cleanName, firstLine } from './clean-text.ts'
import { NOT_KEPT } from './ignored.ts'
import { suiteAndName } from './junit-names.ts'
import { executionsOf, type Outcome } from './junit-outcomes.ts'
import { rerunsOf, type SuiteProperties } from './junit-writer.ts'
import { TRACE_MAX } from './limits.ts'
import { singleTest, type TidySink } from './tidy-sink.ts'
import { readSeconds } from './times.ts'
import type { XmlAttributes } from './xml-parser.ts'

type Suite = {
  attributes: XmlAttributes
  name: string
  /** Numbers the suites of the report. */
  part: number
  properties: SuiteProperties
  declaresTests: boolean
  /** Errors it declares minus those found in its cases so far. */
  missingErrors: number
  errorText: string
  /** Its own, else that of the suite around it. */
  startedAt: string | null
}

/** GoogleTest and others mark a case that did not run by an attribute. */
const NOT_RUN = /^(notrun|disabled|skipped|suppressed)$/i

/** The open suites of a JUnit file and their tests. */
export function junitSuites(sink: TidySink) {
  const suites: Suite[] = []
  let root: XmlAttributes = {}
  let rootTests: number | undefined
  let suiteTests: number | undefined
  let parts = 0

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
        part: (parts += 1),
        properties: null,
        declaresTests: tests !== undefined,
        missingErrors: readCount(attributes['errors']) ?? 0,
        errorText: '',
        startedAt: sink.moment(attributes['timestamp'], 'timestamp') ?? suites.at(-1)?.startedAt ?? null,
      })
    },
    close() {
      const suite = suites.at(-1)
      if (suite) reportErrorText(suite)
      suites.pop()
    },
    openProperties() {
      const suite = suites.at(-1)
      if (suite) suite.properties ??= { count: 0, goVersion: '' }
    },
    addProperty(name: string, value: string) {
      const properties = suites.at(-1)?.properties
      if (!properties) return
      properties.count += 1
      if (name === 'go.version') properties.goVersion = value
    },
    /** Adds text of a `system-err` that belongs to the innermost suite itself. */
    addErrorText(text: string) {
      const suite = suites.at(-1)
      if (suite && suite.errorText.length < TRACE_MAX) suite.errorText += text
    },
    test,
    /** A failure of a suite, outside its cases. */
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
    const names = suiteAndName(given, {
      rootName: root['name'],
      suites: suiteNames(),
      className: attributes['classname'] ?? '',
      file: attributes['file'] ?? suite?.attributes['file'] ?? '',
      playwrightProject: playwrightProject(attributes),
    })
    if (!names) return sink.ignore('testcase', NOT_KEPT.noName)
    const times = {
      durationMs: readSeconds(attributes['time']),
      startedAt: sink.moment(attributes['timestamp'], 'timestamp') ?? suite?.startedAt ?? null,
    }
    const executions = executionsOf(outcomes.length === 0 && isNotRun(attributes) ? [NOT_RUN_OUTCOME] : outcomes, times)
    sink.test({
      ...names,
      keys: keys.length > 0 ? keys : keysInName(names.name),
      executions,
      ...(suite && {
        host: suite.attributes['hostname'],
        part: suite.part,
        reruns: rerunsOf(suite.attributes, suite.properties, [root['name'], suites[0]?.name]),
      }),
    })
  }

  function suiteNames(): string[] {
    return suites.map(({ name }) => name).filter((name) => name !== '')
  }

  /** Playwright writes its project as host name, and the file as both suite and class name. */
  function playwrightProject({ classname }: XmlAttributes): string | undefined {
    const suite = suites.at(-1)?.attributes
    const isPlaywright = root['id'] !== undefined && suite?.['name'] === classname && classname !== undefined
    return isPlaywright ? suite?.['hostname'] : undefined
  }

  /** Request errors may appear only in `system-err`. Newman counts them as errors of the suite, Hoppscotch does not. */
  function reportErrorText({ missingErrors, errorText, startedAt }: Suite) {
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
