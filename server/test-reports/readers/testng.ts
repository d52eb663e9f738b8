import type { ResultStatus } from '#shared/test-results/result-status.ts'
import type { ReportedExecution } from '../reported-test.ts'
import { keysInName } from './case-keys.ts'
import { readCount } from './junit-counts.ts'
import { readMilliseconds } from './times.ts'
import { type Element, IGNORED, type XmlFormat, type XmlReport, type XmlTools } from './xml-format.ts'
import { childrenOf, failureTexts, nodeAt, nodeElement, type Parts, textAt, type XmlNode } from './xml-node.ts'
import type { XmlAttributes } from './xml-parser.ts'

export const TESTNG: XmlFormat = { format: 'testng', title: 'TestNG', open: openTestng }

const STATUSES = new Map<string | undefined, ResultStatus>([
  ['PASS', 'passed'],
  ['FAIL', 'failed'],
  ['SUCCESS_PERCENTAGE_FAILURE', 'failed'],
  ['SKIP', 'skipped'],
])

const METHOD: Parts = {
  params: 'kept',
  param: 'kept',
  value: 'kept',
  exception: 'kept',
  message: 'kept',
  'short-stacktrace': 'kept',
  'full-stacktrace': 'kept',
  'reporter-output': 'frame',
  attributes: 'property',
  groups: 'frame',
}

/** The name of an object without a text of its own ends with its place in memory. */
const IDENTITY = /@[0-9a-f]{4,16}\b/g

type Retried = { name: string; executions: ReportedExecution[] }

function openTestng(tools: XmlTools, _root: string, run: XmlAttributes): XmlReport {
  const { sink, found } = tools
  const counts = ['passed', 'failed', 'skipped'].map((name) => readCount(run[name]))
  const isDeclared = counts.some((count) => count !== undefined)
  found.declare(isDeclared ? counts.reduce<number>((sum, count) => sum + (count ?? 0), 0) : undefined, counts[1])
  return {
    root: {
      child(name, { name: suite = '' }) {
        if (name === 'suite') return { child: (child, given) => childOfSuite(suite, child, given) }
        return name === 'reporter-output' ? IGNORED : tools.unknown(name)
      },
    },
  }

  function childOfSuite(suite: string, name: string, { name: test = '' }: XmlAttributes): Element {
    if (name === 'groups') return IGNORED
    if (name !== 'test') return tools.unknown(name)
    return {
      child: (child, given) =>
        child === 'class' ? classElement([suite, given['name'] ?? ''], test) : tools.unknown(child),
    }
  }

  /** Several `test` elements run the same classes, such as in several browsers. */
  function classElement(suite: string[], host: string): Element {
    const retried = new Map<string, Retried[]>()
    return {
      child: (name, given) =>
        name === 'test-method' ? nodeElement(tools, METHOD, name, given, takeMethod) : tools.unknown(name),
      close() {
        for (const { name, executions } of [...retried.values()].flat()) takeTest(name, executions)
      },
    }

    function takeMethod(node: XmlNode) {
      const { name: method = '', 'is-config': isConfig, retried: isRetried } = node.attributes
      const execution = executionOf(node)
      if (isConfig === 'true') {
        if (execution.status === 'failed') found.error(suite, method, { ...execution, status: 'error' }, false)
        return
      }
      const params = childrenOf(nodeAt(node, 'params'), 'param').map((param) => textAt(param, 'value') ?? '')
      const name = params.length === 0 ? method : `${method}(${params.join(', ').replaceAll(IDENTITY, '')})`
      const others = retried.get(method) ?? []
      const before = others.find((one) => one.name === name)
      const executions = [...(before?.executions ?? []), execution]
      const rest = others.filter((one) => one !== before)
      // An execution that is repeated has failed, and is reported as skipped.
      if (isRetried === 'true') {
        const failed = { ...execution, status: execution.status === 'skipped' ? 'failed' : execution.status } as const
        rest.push({ name, executions: [...executions.slice(0, -1), failed] })
      } else takeTest(name, executions)
      retried.set(method, rest)
    }

    function takeTest(name: string, executions: ReportedExecution[]) {
      found.test({ suite, name, keys: keysInName(name), executions, ...(host !== '' && { host }) })
    }
  }

  function executionOf(node: XmlNode): ReportedExecution {
    const { status: given, 'duration-ms': duration = '', 'started-at': start } = node.attributes
    const status = STATUSES.get(given) ?? 'error'
    const trace = textAt(node, 'exception', 'full-stacktrace') ?? textAt(node, 'exception', 'short-stacktrace')
    const thrown = nodeAt(node, 'exception')?.attributes['class'] ?? null
    const texts = failureTexts(textAt(node, 'exception', 'message') ?? thrown, trace)
    const isPassed = status === 'passed'
    return {
      status,
      ...(isPassed ? { message: null, trace: null } : texts),
      durationMs: readMilliseconds(readCount(duration)),
      startedAt: sink.moment(withoutZoneName(start), 'started-at'),
    }
  }
}

/** Names of time zones are ambiguous: the time is taken as UTC. */
function withoutZoneName(time: string | undefined): string | undefined {
  return time?.replace(/ [A-Z]{2,5}$/, '')
}
