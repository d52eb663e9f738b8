import { isFailure } from '#shared/test-results/severity.ts'
import type { FoundTest } from '../reported-test.ts'
import { keysInName } from './case-keys.ts'
import { cleanName } from './clean-text.ts'
import { NOT_KEPT } from './ignored.ts'
import { type Found, junitCounts } from './junit-counts.ts'
import { directiveOf, failuresInComment, isLoadError, isNodeClass, isNodeTap } from './junit-dialects.ts'
import { suiteAndName } from './junit-names.ts'
import { lostIn, lostTest } from './junit-lost.ts'
import { executionsOf, type Outcome, outcomesOf } from './junit-outcomes.ts'
import { suiteOutput } from './junit-output.ts'
import { requestErrors } from './junit-requests.ts'
import { isSurefire, rerunsOf, type SuiteProperties } from './junit-writer.ts'
import { browserIn, stableName } from './stable-name.ts'
import type { TidySink } from './tidy-sink.ts'
import { readSeconds } from './times.ts'
import type { XmlAttributes } from './xml-parser.ts'

type Suite = {
  attributes: XmlAttributes
  name: string
  part: number
  properties: SuiteProperties
  requests: ReturnType<typeof requestErrors>
  /** What it prints itself. */
  output: ReturnType<typeof suiteOutput>
  last: Closed | null
  hasLoadError: boolean
  /** Its own, else that of the suite around it. */
  startedAt: string | null
}

type Closed = { name: string | undefined; found: Found }

export function junitSuites(sink: TidySink) {
  const suites: Suite[] = []
  const counts = junitCounts(sink)
  let root: XmlAttributes = {}
  let parts = 0
  /** Failed tests, as the report says in a comment and as it has them. */
  let failed = 0
  let red = 0

  return {
    openRoot(attributes: XmlAttributes) {
      if (suites.length > 0) return
      root = attributes
      counts.openRoot(attributes)
    },
    open(attributes: XmlAttributes) {
      counts.openSuite(attributes)
      const name = cleanName(attributes['name'] ?? '')
      const browser = browserIn(name)
      if (browser !== undefined) sink.environment(browser)
      suites.push({
        attributes,
        name: stableName(name),
        part: (parts += 1),
        properties: null,
        requests: requestErrors(attributes),
        output: suiteOutput(),
        last: null,
        hasLoadError: false,
        startedAt: sink.moment(attributes['timestamp'], 'timestamp') ?? suites.at(-1)?.startedAt ?? null,
      })
    },
    close() {
      const suite = suites.at(-1) as Suite
      counts.foundErrors(suite.requests.report(sink, suiteNames(), suite.startedAt))
      const found = reportLost(suite)
      suites.pop()
      const outer = suites.at(-1)
      if (outer) outer.last = { name: suite.attributes['name'], found }
    },
    directiveOf: (name: string, value: string) => directiveOf(root, name, value),
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
    startOutput: () => suites.at(-1)?.output.start(),
    /** Adds text of a `system-err` that belongs to the innermost suite itself. */
    addErrorText(text: string) {
      suites.at(-1)?.requests.add(text)
      suites.at(-1)?.output.add(text)
    },
    /** The same for a `system-out`. */
    addOutput: (text: string) => suites.at(-1)?.output.add(text),
    test,
    /** A failure of a suite, outside its cases. */
    failItself(outcome: Outcome) {
      test({ name: 'Test suite', time: undefined }, [outcome], [])
    },
    takeComment(text: string) {
      failed = failuresInComment(text) ?? failed
    },
    end() {
      reportLost(null)
      if (failed > red) sink.test(lostTest([], { count: failed - red, what: 'errors' }, '', null))
      counts.end()
    },
  }

  /** Failures, errors and tests that only the counts of a suite or of the root mention become one result. */
  function reportLost(suite: Suite | null): Found {
    const message = suite?.output.text() ?? ''
    const closed = counts.close()
    const lost = lostIn({
      ...closed,
      hasOutput: message !== '',
      isSurefire: suite !== null && isSurefire(suite.attributes),
    })
    if (!lost || isNodeTap(root)) return closed.found
    const names = suite ? suiteNames() : [cleanName(root['name'] ?? '')].filter((name) => name !== '')
    counts.reported(lost.what === 'errors' ? lost.count : 0)
    sink.test(lostTest(names, lost, message, suite?.startedAt ?? null))
    return closed.found
  }

  function test(
    attributes: XmlAttributes,
    children: Outcome[],
    keys: string[],
    more: Pick<FoundTest, 'files' | 'defects'> = {},
  ) {
    const suite = suites.at(-1)
    const outcomes = outcomesOf(attributes, children)
    if (suite && isParent(attributes, outcomes, suite)) return counts.foundParent()
    counts.foundTest(outcomes)
    if (suite && isLoadError(attributes)) {
      if (suite.hasLoadError) return sink.ignore('testcase', NOT_KEPT.repeat)
      suite.hasLoadError = true
    }
    if (outcomes.some(({ element }) => element === 'error')) for (const outer of suites) outer.requests.foundError()
    const names = suiteAndName(attributes['name'] ?? '', {
      rootName: root['name'],
      suites: suiteNames(),
      className: isNodeClass(suite?.attributes, attributes)
        ? ''
        : (attributes['classname'] ?? attributes['class'] ?? ''),
      isUnloaded: suite !== undefined && isLoadError(attributes),
      file: attributes['file'] ?? suite?.attributes['file'] ?? '',
      playwrightProject: playwrightProject(attributes),
    })
    const times = {
      durationMs: readSeconds(attributes['time']),
      startedAt: sink.moment(attributes['timestamp'], 'timestamp') ?? suite?.startedAt ?? null,
    }
    const executions = executionsOf(outcomes, times)
    if (executions.some(({ status }) => isFailure(status))) red += 1
    sink.test({
      ...names,
      keys: keys.length > 0 ? keys : keysInName(names.name),
      executions,
      ...more,
      ...(suite && {
        host: suite.attributes['hostname'],
        part: suite.part,
        reruns: rerunsOf(suite.attributes, suite.properties, [root['name'], suites[0]?.name]),
      }),
    })
  }

  /** node-tap sums up a subtest by a case. It is no test, unless it failed by itself. */
  function isParent({ name }: XmlAttributes, outcomes: Outcome[], { last }: Suite): boolean {
    if (!isNodeTap(root) || last === null || last.name !== name || last.found.tests === 0) return false
    return last.found.failures > 0 || outcomes.every(({ element }) => element === 'skipped')
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
