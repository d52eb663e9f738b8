import type { ResultStatus } from '#shared/test-results/result-status.ts'
import { keysInName } from './case-keys.ts'
import { classIn, withoutClass } from './dotnet-names.ts'
import { readCount } from './junit-counts.ts'
import { FAILURE, failureOf } from './nunit-failure.ts'
import { testProperties } from './test-properties.ts'
import { readSeconds } from './times.ts'
import { type Element, IGNORED, type XmlFormat, type XmlReport, type XmlTools } from './xml-format.ts'
import { childrenOf, nodeAt, nodeElement, type Parts, textAt, type XmlNode } from './xml-node.ts'
import type { XmlAttributes } from './xml-parser.ts'

/** The format of NUnit 2, which other tools write too. */
export const NUNIT2: XmlFormat = { format: 'nunit', title: 'NUnit', open: openNunit }

/** Versions before 2.5 have no `result`. */
const RESULTS = new Map<string, ResultStatus>([
  ['Success', 'passed'],
  ['Failure', 'failed'],
  ['Error', 'error'],
  ['NotRunnable', 'error'],
  ['Invalid', 'error'],
  ['Cancelled', 'error'],
  ['Ignored', 'skipped'],
  ['Skipped', 'skipped'],
  ['Inconclusive', 'skipped'],
])

const CASE: Parts = {
  ...FAILURE,
  failure: 'kept',
  reason: 'kept',
  properties: 'kept',
  property: 'kept',
  categories: 'property',
}
const FRAME = new Set(['environment', 'culture-info', 'categories', 'properties', 'reason'])

type Suite = { attributes: XmlAttributes; failure: XmlNode | undefined; redBefore: number }

function openNunit(tools: XmlTools, _root: string, run: XmlAttributes): XmlReport {
  const { sink, found } = tools
  found.declare(readCount(run['total']), readCount(run['failures']), readCount(run['errors']))
  return {
    root: { child: (name, attributes) => childOf(undefined, name, attributes) },
  }

  function childOf(suite: Suite | undefined, name: string, attributes: XmlAttributes): Element {
    if (name === 'test-suite') return suiteElement(attributes)
    if (name === 'results') return { child: (child, given) => childOf(suite, child, given) }
    if (name === 'test-case') return nodeElement(tools, CASE, name, attributes, (node) => takeCase(node, suite))
    if (name === 'failure')
      return nodeElement(tools, FAILURE, name, attributes, (failure) => suite && (suite.failure = failure))
    return FRAME.has(name) ? IGNORED : tools.unknown(name)
  }

  function suiteElement(attributes: XmlAttributes): Element {
    const suite: Suite = { attributes, failure: undefined, redBefore: found.failures }
    return { child: (name, given) => childOf(suite, name, given), close: () => closeSuite(suite) }
  }

  /** A suite that failed although none of its tests did. */
  function closeSuite({ attributes, failure, redBefore }: Suite) {
    const { name = '', result = '', success = '' } = attributes
    const hasFailed = failure || /^false$/i.test(success) || /^(?:failure|error)$/i.test(result)
    if (hasFailed && found.failures === redBefore) found.error([name], 'Test suite', failureOf(failure))
  }

  function takeCase(node: XmlNode, suite: Suite | undefined) {
    const given = node.attributes['name'] ?? ''
    const inName = classIn(given)
    const name = withoutClass(given, inName)
    const status = statusOf(node)
    const texts = failureOf(nodeAt(node, 'failure'), textAt(node, 'reason', 'message'))
    const properties = testProperties(sink)
    for (const { attributes } of childrenOf(nodeAt(node, 'properties'), 'property'))
      properties.add('property', attributes['name'] ?? '', attributes['value'] ?? '')
    found.test({
      suite: [inName || suite?.attributes['name'] || ''],
      name,
      executions: [
        {
          status,
          ...(status === 'passed' ? { message: null, trace: null } : texts),
          durationMs: readSeconds(node.attributes['time']),
          startedAt: null,
        },
      ],
      ...properties.found(keysInName(name)),
    })
  }
}

function statusOf(node: XmlNode): ResultStatus {
  const { result, executed = 'True', success = 'True' } = node.attributes
  const stated = result === undefined ? undefined : (RESULTS.get(result) ?? 'error')
  if (stated !== undefined && stated !== 'passed') return stated
  if (nodeAt(node, 'failure')) return 'failed'
  if (/^false$/i.test(executed)) return 'skipped'
  return /^true$/i.test(success) ? 'passed' : 'failed'
}
