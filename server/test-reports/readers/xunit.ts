import type { ResultStatus } from '#shared/test-results/result-status.ts'
import { fileNameOf } from '#shared/attachments/attachment.ts'
import { keysInName } from './case-keys.ts'
import { withoutClass } from './dotnet-names.ts'
import { readCount } from './junit-counts.ts'
import { testProperties } from './test-properties.ts'
import { readSeconds } from './times.ts'
import { type Element, IGNORED, type XmlFormat, type XmlReport, type XmlTools } from './xml-format.ts'
import { childrenOf, failureTexts, nodeAt, nodeElement, type Parts, textAt, type XmlNode } from './xml-node.ts'
import type { XmlAttributes } from './xml-parser.ts'

/** The format of xUnit.net 2 and 3; that of version 1 has `class` elements instead of collections. */
export const XUNIT: XmlFormat = { format: 'xunit', title: 'xUnit.net', open: openXunit }

const STATUSES = new Map<string | undefined, ResultStatus>([
  ['Pass', 'passed'],
  ['Fail', 'failed'],
  ['Skip', 'skipped'],
  ['NotRun', 'skipped'],
])

const TEST: Parts = {
  failure: 'kept',
  message: 'kept',
  'stack-trace': 'kept',
  reason: 'kept',
  traits: 'kept',
  trait: 'kept',
  output: 'output',
  warnings: 'output',
  attachments: 'attachment',
}
const ERROR: Parts = { failure: 'kept', message: 'kept', 'stack-trace': 'kept' }

type Assembly = { name: string; startedAt: string | null }

function openXunit(tools: XmlTools, root: string, given: XmlAttributes): XmlReport {
  const { sink, found } = tools
  return {
    root:
      root === 'assembly'
        ? assemblyElement(given)
        : { child: (name, attributes) => (name === 'assembly' ? assemblyElement(attributes) : tools.unknown(name)) },
  }

  function assemblyElement(attributes: XmlAttributes): Element {
    const { name = '', 'run-date': date = '', 'run-time': time = '', total, failed, errors } = attributes
    const start = attributes['start-rtf'] ?? `${date} ${time}`.trim()
    const assembly = { name: fileNameOf(name.replaceAll('\\', '/')), startedAt: sink.moment(start, 'run-date') }
    found.declare(readCount(total), readCount(failed), readCount(errors))
    return {
      child(child, inner) {
        if (child === 'collection' || child === 'class') return collectionElement(assembly, inner['name'] ?? '')
        if (child === 'errors') return { child: (error, of) => nodeElement(tools, ERROR, error, of, takeError) }
        return tools.unknown(child)
      },
    }

    /** An error outside the tests, such as in the clean-up of a class. */
    function takeError(node: XmlNode) {
      const { type = '', name: where = '' } = node.attributes
      const { message, trace } = textsOf(node)
      found.error([assembly.name], [type, where].filter((part) => part !== '').join(' ') || 'Error', { message, trace })
    }
  }

  function collectionElement(assembly: Assembly, collection: string): Element {
    return {
      child(name, attributes) {
        if (name === 'test') return nodeElement(tools, TEST, name, attributes, (node) => takeTest(node, assembly))
        return name === 'failure' || name === 'reason' ? IGNORED : tools.unknown(name)
      },
    }

    function takeTest(node: XmlNode, { startedAt }: Assembly) {
      const { name: given = '', type = '', result, time, 'start-rtf': start } = node.attributes
      const name = withoutClass(given, type)
      const status = STATUSES.get(result) ?? 'error'
      const properties = testProperties(sink)
      for (const { attributes } of childrenOf(nodeAt(node, 'traits'), 'trait'))
        properties.add('trait', attributes['name'] ?? '', attributes['value'] ?? '')
      const reason = textAt(node, 'reason', 'message') ?? textAt(node, 'reason')
      const texts = status === 'skipped' ? { message: reason, trace: null } : textsOf(node)
      found.test({
        suite: [type || collection.replace(/ \(id: [0-9a-f]+\)$/, '')],
        name,
        executions: [
          {
            status,
            ...texts,
            // Written in the language of the machine.
            durationMs: readSeconds(time?.replace(',', '.')),
            startedAt: (start === undefined ? null : sink.moment(start, 'start-rtf')) ?? startedAt,
          },
        ],
        ...properties.found(keysInName(name)),
      })
    }
  }
}

/** The failure of a test or an error. Other writers have its texts as attributes. */
function textsOf(node: XmlNode) {
  const attributes = nodeAt(node, 'failure')?.attributes ?? {}
  const message = textAt(node, 'failure', 'message') ?? attributes['message'] ?? attributes['exception-type'] ?? null
  return failureTexts(message, textAt(node, 'failure', 'stack-trace') ?? attributes['stack-trace'] ?? null)
}
