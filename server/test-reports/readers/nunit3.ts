import type { ResultStatus } from '#shared/test-results/result-status.ts'
import { keysInName } from './case-keys.ts'
import { NOT_KEPT } from './ignored.ts'
import { readCount } from './junit-counts.ts'
import { FAILURE, failureOf } from './nunit-failure.ts'
import { noReport } from './report-error.ts'
import { testFiles } from './test-files.ts'
import { testProperties } from './test-properties.ts'
import { readSeconds } from './times.ts'
import { type Element, IGNORED, type XmlFormat, type XmlReport, type XmlTools } from './xml-format.ts'
import { childrenOf, nodeAt, nodeElement, type Parts, textAt, type XmlNode } from './xml-node.ts'
import type { XmlAttributes } from './xml-parser.ts'

export const NUNIT3: XmlFormat = { format: 'nunit', title: 'NUnit', open: openNunit }

const STATUSES = new Map<string | undefined, ResultStatus>([
  ['Passed', 'passed'],
  ['Warning', 'passed'],
  ['Failed', 'failed'],
  ['Skipped', 'skipped'],
  ['Ignored', 'skipped'],
  ['Inconclusive', 'skipped'],
])
const ERRORS = new Set(['Error', 'Invalid', 'Cancelled'])

const CASE: Parts = {
  ...FAILURE,
  failure: 'kept',
  reason: 'kept',
  properties: 'kept',
  property: 'kept',
  attachments: 'kept',
  attachment: 'kept',
  filePath: 'kept',
  description: 'frame',
  assertions: 'repeat',
  output: 'output',
}
const FRAME = new Set(['command-line', 'filter', 'environment', 'settings', 'properties', 'reason', 'attachments'])

type Suite = { attributes: XmlAttributes; failure: XmlNode | undefined; redBefore: number; startedAt: string | null }

function openNunit(tools: XmlTools, _root: string, run: XmlAttributes): XmlReport {
  const { sink, found } = tools
  found.declare(readCount(run['total']), readCount(run['failed']))
  return {
    root: { child: (name, attributes) => childOf(undefined, name, attributes) },
  }

  function childOf(outer: Suite | undefined, name: string, attributes: XmlAttributes): Element {
    if (name === 'test-suite') return suiteElement(attributes, outer)
    if (name === 'test-case') return nodeElement(tools, CASE, name, attributes, (node) => takeCase(node, outer))
    if (name === 'errors') return { child: (_error, given) => failureElement('error', given, takeError) }
    if (name === 'failure') return failureElement(name, attributes, (failure) => outer && (outer.failure = failure))
    if (name === 'output') sink.ignore(name, NOT_KEPT.output)
    else if (!FRAME.has(name)) return tools.unknown(name)
    return IGNORED
  }

  function failureElement(name: string, attributes: XmlAttributes, done: (failure: XmlNode) => void): Element {
    return nodeElement(tools, FAILURE, name, attributes, done)
  }

  function suiteElement(attributes: XmlAttributes, outer: Suite | undefined): Element {
    const startedAt = momentOf(attributes) ?? outer?.startedAt ?? null
    const suite: Suite = { attributes, failure: undefined, redBefore: found.failures, startedAt }
    return { child: (name, given) => childOf(suite, name, given), close: () => closeSuite(suite) }
  }

  /** A suite fails with its tests, before them or after them. Only a failure that no test has becomes an error. */
  function closeSuite({ attributes, failure, redBefore, startedAt }: Suite) {
    const { name = '', fullname = name, result, site } = attributes
    if (result !== 'Failed' || (found.failures > redBefore && site !== 'TearDown')) return
    found.error([fullname], 'Test suite', { ...failureOf(failure), startedAt })
  }

  function takeError(node: XmlNode) {
    const message = textAt(node, 'message') ?? node.attributes['message'] ?? node.text
    found.error([], 'Test run', { message, trace: textAt(node, 'stack-trace') })
  }

  function takeCase(node: XmlNode, suite: Suite | undefined) {
    const { name = '', fullname = '', result, label = '', runstate, duration, time } = node.attributes
    if (result === undefined && run['result'] === undefined)
      throw noReport('This is a list of NUnit tests without results. Send the file that the run of the tests writes')
    const stated = STATUSES.get(result) ?? 'error'
    const isError = stated === 'failed' && (ERRORS.has(label) || runstate === 'NotRunnable')
    const files = testFiles(sink)
    for (const one of childrenOf(nodeAt(node, 'attachments'), 'attachment'))
      files.addPath(textAt(one, 'filePath')?.replaceAll('\\', '/') ?? '')
    const properties = testProperties(sink)
    for (const { attributes } of childrenOf(nodeAt(node, 'properties'), 'property'))
      properties.add('property', attributes['name'] ?? '', attributes['value'] ?? '')
    const reason = textAt(node, 'reason', 'message')
    found.test({
      ...namesOf(name, fullname),
      executions: [
        {
          status: isError ? 'error' : stated,
          ...(stated === 'passed' ? NO_TEXTS : failureOf(nodeAt(node, 'failure'), reason)),
          durationMs: readSeconds(duration ?? time),
          startedAt: momentOf(node.attributes) ?? suite?.startedAt ?? null,
        },
      ],
      ...properties.found(keysInName(name)),
      ...files.found(),
    })
  }

  /** NunitXml.TestLogger writes a space after the T. */
  function momentOf({ 'start-time': start }: XmlAttributes): string | null {
    return sink.moment(start?.replace('T ', 'T'), 'start-time')
  }
}

const NO_TEXTS = { message: null, trace: null }

/** The suite of a test is what its full name has before its name. */
function namesOf(given: string, fullname: string): { suite: string[]; name: string } {
  const name = given || fullname
  const suite = fullname.endsWith(`.${name}`) ? fullname.slice(0, -name.length - 1) : ''
  return { suite: suite === '' ? [] : [suite], name }
}
