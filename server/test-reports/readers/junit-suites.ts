import type { FoundTest } from '../reported-test.ts'
import { keysInName } from './case-keys.ts'
import { cleanName } from './clean-text.ts'
import { junitCounts } from './junit-counts.ts'
import { suiteAndName } from './junit-names.ts'
import { executionsOf, isFailureElement, type Outcome, outcomeOfAttributes } from './junit-outcomes.ts'
import { requestErrors } from './junit-requests.ts'
import { rerunsOf, type SuiteProperties } from './junit-writer.ts'
import type { TidySink } from './tidy-sink.ts'
import { readSeconds } from './times.ts'
import type { XmlAttributes } from './xml-parser.ts'

type Suite = {
  attributes: XmlAttributes
  name: string
  /** Numbers the suites of the report. */
  part: number
  properties: SuiteProperties
  requests: ReturnType<typeof requestErrors>
  /** Its own, else that of the suite around it. */
  startedAt: string | null
}

/** The open suites of a JUnit file and their tests. */
export function junitSuites(sink: TidySink) {
  const suites: Suite[] = []
  const counts = junitCounts(sink)
  let root: XmlAttributes = {}
  let parts = 0

  return {
    openRoot(attributes: XmlAttributes) {
      if (suites.length > 0) return
      root = attributes
      counts.openRoot(attributes)
    },
    open(attributes: XmlAttributes) {
      counts.openSuite(attributes)
      suites.push({
        attributes,
        name: cleanName(attributes['name'] ?? ''),
        part: (parts += 1),
        properties: null,
        requests: requestErrors(attributes),
        startedAt: sink.moment(attributes['timestamp'], 'timestamp') ?? suites.at(-1)?.startedAt ?? null,
      })
    },
    close() {
      const suite = suites.at(-1)
      if (suite) suite.requests.report(sink, suiteNames(), suite.startedAt)
      counts.closeSuite()
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
    addErrorText: (text: string) => suites.at(-1)?.requests.add(text),
    test,
    /** A failure of a suite, outside its cases. */
    failItself(outcome: Outcome) {
      test({ name: 'Test suite', time: undefined }, [outcome], [])
    },
    end: () => counts.end(),
  }

  function test(attributes: XmlAttributes, children: Outcome[], keys: string[], files: Pick<FoundTest, 'files'> = {}) {
    const suite = suites.at(-1)
    const outcomes = [...children, ...outcomeOfAttributes(attributes, children)]
    counts.foundFailures(outcomes.filter(isFailureElement).length)
    if (outcomes.some(({ element }) => element === 'error')) for (const outer of suites) outer.requests.foundError()
    const names = suiteAndName(attributes['name'] ?? '', {
      rootName: root['name'],
      suites: suiteNames(),
      className: attributes['classname'] ?? attributes['class'] ?? '',
      file: attributes['file'] ?? suite?.attributes['file'] ?? '',
      playwrightProject: playwrightProject(attributes),
    })
    const times = {
      durationMs: readSeconds(attributes['time']),
      startedAt: sink.moment(attributes['timestamp'], 'timestamp') ?? suite?.startedAt ?? null,
    }
    sink.test({
      ...names,
      keys: keys.length > 0 ? keys : keysInName(names.name),
      executions: executionsOf(outcomes, times),
      ...files,
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
}
