import type { ResultStatus } from '#shared/test-results/result-status.ts'
import { isFailure } from '#shared/test-results/severity.ts'
import type { FoundTest, ReportedExecution } from '../reported-test.ts'
import { keysInName } from './case-keys.ts'
import { heldSize, inSlices } from './held-tests.ts'
import { NOT_KEPT } from './ignored.ts'
import { readCount } from './junit-counts.ts'
import { testFiles } from './test-files.ts'
import { testProperties } from './test-properties.ts'
import { readSeconds } from './times.ts'
import { type Element, IGNORED, type XmlFormat, type XmlReport, type XmlTools } from './xml-format.ts'
import { childrenOf, nodeAt, nodeElement, type Parts, textAt, type XmlNode } from './xml-node.ts'
import type { XmlAttributes } from './xml-parser.ts'

/** output.xml of Robot Framework 3 to 7. */
export const ROBOT: XmlFormat = { format: 'robot', title: 'Robot Framework', open: openRobot }

const STATUSES = new Map<string | undefined, ResultStatus>([
  ['PASS', 'passed'],
  ['FAIL', 'failed'],
  ['SKIP', 'skipped'],
  ['NOT RUN', 'skipped'],
  ['NOT_RUN', 'skipped'],
])

const STEPS = ['kw', 'for', 'if', 'while', 'try', 'var', 'return', 'break', 'continue', 'error', 'group', 'variable']
const TEST: Parts = {
  status: 'kept',
  doc: 'kept',
  tags: 'kept',
  tag: 'kept',
  timeout: 'frame',
  msg: 'output',
  ...Object.fromEntries(STEPS.map((name) => [name, 'step' as const])),
}
const KEYWORD: Parts = {
  status: 'kept',
  ...Object.fromEntries(
    ['arg', 'arguments', 'assign', 'doc', 'tag', 'tags', 'msg', 'timeout', ...STEPS].map((name) => [
      name,
      'frame' as const,
    ]),
  ),
}
const FRAME = new Set(['doc', 'metadata', 'meta', 'errors'])

/** The case of a test in TestRail, as its command line reads it from the documentation. */
const CASE_ID = /^[ \t]*-[ \t]*testrail_case_id:[ \t]*C?(\d+)[ \t]*$/gim
const ATTACHMENT = /^[ \t]*-[ \t]*testrail_attachment:[ \t]*(\S[^\n]*)$/gim

type Suite = { names: string[]; firstTest: number; status: XmlNode | undefined; hasTornDown: boolean }

function openRobot(tools: XmlTools): XmlReport {
  const { sink, found } = tools
  const held = heldSize(tools.limits)
  /** A failed teardown of a suite, which comes after its tests, fails them all. */
  const tests: FoundTest[] = []

  return {
    root: {
      child(name, attributes) {
        if (name === 'suite') return suiteElement(attributes, [])
        if (name === 'statistics') return statisticsElement()
        return FRAME.has(name) ? IGNORED : tools.unknown(name)
      },
    },
    end: () => inSlices(tests, (test) => found.test(test)),
  }

  function suiteElement({ name = '' }: XmlAttributes, outer: string[]): Element {
    const suite: Suite = { names: [...outer, name], firstTest: tests.length, status: undefined, hasTornDown: true }
    return {
      child(child, given) {
        if (child === 'suite') return suiteElement(given, suite.names)
        if (child === 'test' || child === 'task')
          return nodeElement(tools, TEST, child, given, (node) => hold(testOf(node, suite.names)))
        if (child === 'kw') return keywordElement(given, suite)
        if (child === 'status') return nodeElement(tools, {}, child, given, (node) => void (suite.status = node))
        if (child === 'msg') sink.ignore(child, NOT_KEPT.output)
        else if (!FRAME.has(child)) return tools.unknown(child)
        return IGNORED
      },
      close: () => closeSuite(suite),
    }
  }

  function keywordElement(attributes: XmlAttributes, suite: Suite): Element {
    return nodeElement(tools, KEYWORD, 'kw', attributes, (node) => {
      const isTeardown = attributes['type']?.toUpperCase() === 'TEARDOWN'
      if (isTeardown && nodeAt(node, 'status')?.attributes['status'] === 'FAIL') suite.hasTornDown = false
    })
  }

  function closeSuite({ names, firstTest, status, hasTornDown }: Suite) {
    if (status?.attributes['status'] !== 'FAIL') return
    const own = tests.slice(firstTest)
    const message = status.text.trim()
    if (!hasTornDown) for (const test of own) failWith(test, message)
    if (own.every(({ executions }) => !executions.some((one) => isFailure(one.status))))
      hold({ suite: names, name: 'Test suite', keys: [], executions: [{ ...executionOf(status, 'error'), message }] })
  }

  function hold(test: FoundTest) {
    held.add(test)
    tests.push(test)
  }

  function testOf(node: XmlNode, suite: string[]): FoundTest {
    const { name = '' } = node.attributes
    const status = nodeAt(node, 'status')
    const doc = textAt(node, 'doc') ?? ''
    const properties = testProperties(sink)
    for (const tag of [...childrenOf(nodeAt(node, 'tags'), 'tag'), ...childrenOf(node, 'tag')])
      properties.addTag(tag.text)
    const files = testFiles(sink)
    for (const [, path = ''] of doc.matchAll(ATTACHMENT)) files.addPath(path)
    const named = keysInName(name)
    const documented = Array.from(doc.matchAll(CASE_ID), ([, number]) => `C${number}`)
    return {
      suite,
      name,
      executions: [executionOf(status, STATUSES.get(status?.attributes['status']) ?? 'error')],
      ...properties.found(named.length > 0 ? named : documented),
      ...files.found(),
    }
  }

  /** From version 7 on, there is the time that passed instead of the time of the end. */
  function executionOf(node: XmlNode | undefined, status: ResultStatus): ReportedExecution {
    const { start, starttime, endtime, elapsed } = node?.attributes ?? {}
    const [startedAt, endedAt] = [start ?? starttime, endtime].map((time) => sink.moment(isoOf(time), 'starttime'))
    const passed = startedAt && endedAt ? Date.parse(endedAt) - Date.parse(startedAt) : null
    const durationMs = elapsed === undefined ? passed : readSeconds(elapsed)
    const message = status === 'passed' ? null : (node?.text.trim() ?? 'It has no status')
    return { status, message, trace: null, durationMs, startedAt: startedAt ?? null }
  }

  function statisticsElement(): Element {
    return { child: (name) => (name === 'total' ? { child: (_stat, given) => statElement(given) } : IGNORED) }
  }

  function statElement(attributes: XmlAttributes): Element {
    return nodeElement(tools, {}, 'stat', attributes, ({ text }) => {
      const [pass = 0, fail = 0, skip = 0] = ['pass', 'fail', 'skip'].map((name) => readCount(attributes[name]))
      if (text.trim() === 'All Tests') found.declare(pass + fail + skip, fail)
    })
  }
}

function failWith(test: FoundTest, reason: string) {
  const last = test.executions.at(-1) as ReportedExecution
  if (last.status === 'skipped') return
  const message = [last.message, `Parent ${reason.replace(/^S/, 's') || 'suite teardown failed'}`]
    .filter(Boolean)
    .join('\n\n')
  test.executions = [{ ...last, status: last.status === 'error' ? 'error' : 'failed', message }]
}

/** Before version 7: `20231018 14:03:28.803`. */
function isoOf(time: string | undefined): string | undefined {
  return time === 'N/A' ? undefined : time?.replace(/^(\d{4})(\d\d)(\d\d) /, '$1-$2-$3 ')
}
