import type { ResultStatus } from '#shared/test-results/result-status.ts'
import { isFailure } from '#shared/test-results/severity.ts'
import type { FoundTest, ReportedExecution } from '../reported-test.ts'
import { keysInName } from './case-keys.ts'
import { classIn, withoutClass } from './dotnet-names.ts'
import { heldSize, inSlices } from './held-tests.ts'
import { readCount } from './junit-counts.ts'
import { testFiles } from './test-files.ts'
import { readClock } from './times.ts'
import { IGNORED, type XmlFormat, type XmlReport, type XmlTools } from './xml-format.ts'
import { childrenOf, failureTexts, nodeAt, nodeElement, type Parts, textAt, type XmlNode } from './xml-node.ts'

/** Visual Studio's format, as `dotnet test --logger trx` writes it. */
export const TRX: XmlFormat = { format: 'trx', title: 'TRX', open: openTrx }

const STATUSES = new Map<string, ResultStatus>([
  ['Passed', 'passed'],
  ['PassedButRunAborted', 'passed'],
  ['Completed', 'passed'],
  ['Warning', 'passed'],
  ['Failed', 'failed'],
  ['Error', 'error'],
  ['Timeout', 'error'],
  ['Aborted', 'error'],
  ['Pending', 'pending'],
  ['NotExecuted', 'skipped'],
  ['Inconclusive', 'skipped'],
])

const RESULT: Parts = {
  Output: 'kept',
  ErrorInfo: 'kept',
  Message: 'kept',
  StackTrace: 'kept',
  InnerResults: 'kept',
  UnitTestResult: 'kept',
  ResultFiles: 'kept',
  ResultFile: 'kept',
  StdOut: 'output',
  StdErr: 'output',
  DebugTrace: 'output',
  TextMessages: 'output',
  CollectorDataEntries: 'attachment',
}
const DEFINITION: Parts = {
  TestMethod: 'kept',
  Execution: 'frame',
  Description: 'frame',
  Owners: 'frame',
  Css: 'frame',
  TestCategory: 'property',
  Properties: 'property',
  WorkItemIDs: 'property',
}
const SUMMARY: Parts = {
  Counters: 'kept',
  RunInfos: 'kept',
  RunInfo: 'kept',
  Text: 'kept',
  Output: 'output',
  ResultFiles: 'attachment',
  CollectorDataEntries: 'attachment',
}
const SETTINGS: Parts = { Deployment: 'kept' }
const FRAME = new Set(['Times', 'TestEntries', 'TestLists', 'Build', 'TestRunConfiguration'])

function openTrx(tools: XmlTools): XmlReport {
  const { sink, found } = tools
  const held = heldSize(tools.limits)
  /** Results wait for their definitions, which name their classes and come later. */
  const waiting = new Map<string, FoundTest[]>()
  const classes = new Map<string, string>()
  /** Errors of the run. Those of failed tests are among them. */
  const troubles: string[] = []
  let deployment = ''

  return {
    root: {
      child(name, attributes) {
        if (name === 'Results')
          return { child: (result, given) => nodeElement(tools, RESULT, result, given, (node) => takeResult(node)) }
        if (name === 'TestDefinitions')
          return { child: (test, given) => nodeElement(tools, DEFINITION, test, given, define) }
        if (name === 'ResultSummary') return nodeElement(tools, SUMMARY, name, attributes, takeSummary)
        if (name === 'TestSettings') return nodeElement(tools, SETTINGS, name, attributes, takeSettings)
        return FRAME.has(name) ? IGNORED : tools.unknown(name)
      },
    },
    *end() {
      yield* inSlices([...waiting.values()].flat(), (test) => found.test(ofClass(test, '')))
      if (troubles.length > 0 && (found.failures === 0 || troubles.some((text) => ABORTED.test(text))))
        found.error([], 'Test run', { message: troubles.join('\n') }, false)
    },
  }

  /** A result with inner ones sums them up. It is a test itself only if it failed and none of them did. */
  function takeResult(node: XmlNode): boolean {
    const { testId = '', testName = '', dataRowInfo } = node.attributes
    const inner = childrenOf(nodeAt(node, 'InnerResults'), 'UnitTestResult')
    const hasRed = inner.map(takeResult).includes(true)
    const execution = executionOf(node)
    const isRed = isFailure(execution.status)
    if (inner.length > 0 && (!isRed || hasRed)) {
      if (isRed) found.alsoFailed()
      return hasRed
    }
    const test = {
      suite: [],
      name: testName,
      keys: [],
      executions: [execution],
      ...(dataRowInfo !== undefined && { parameters: `row ${dataRowInfo}` }),
      ...filesOf(node),
    }
    const className = classes.get(testId)
    if (className !== undefined) found.test(ofClass(test, className))
    else {
      held.add(test)
      waiting.set(testId, [...(waiting.get(testId) ?? []), test])
    }
    return isRed
  }

  function executionOf(node: XmlNode): ReportedExecution {
    const { outcome = '', duration, startTime } = node.attributes
    const status = STATUSES.get(outcome) ?? 'error'
    const texts = failureTexts(
      textAt(node, 'Output', 'ErrorInfo', 'Message'),
      textAt(node, 'Output', 'ErrorInfo', 'StackTrace'),
    )
    const message = texts.message ?? (STATUSES.has(outcome) ? null : `Its outcome is ${outcome || 'missing'}`)
    const times = { durationMs: readClock(duration), startedAt: sink.moment(startTime, 'startTime') }
    return { status, ...texts, message, ...times }
  }

  /** The files of a result are in the deployment folder of the run, beside the report. */
  function filesOf(node: XmlNode): Pick<FoundTest, 'files'> {
    const files = testFiles(sink)
    const folder = [deployment, 'In', node.attributes['relativeResultsDirectory'] ?? ''].filter((part) => part !== '')
    for (const { attributes } of childrenOf(nodeAt(node, 'ResultFiles'), 'ResultFile'))
      files.addPath([...folder, attributes['path'] ?? ''].join('/').replaceAll('\\', '/'))
    return files.found()
  }

  function define(node: XmlNode) {
    const { id = '' } = node.attributes
    const className = nodeAt(node, 'TestMethod')?.attributes['className']?.split(',')[0]?.trim() ?? ''
    for (const test of waiting.get(id) ?? []) found.test(ofClass(test, className))
    waiting.delete(id)
    classes.set(id, className)
  }

  function takeSettings(node: XmlNode) {
    deployment = nodeAt(node, 'Deployment')?.attributes['runDeploymentRoot'] ?? ''
  }

  function takeSummary(node: XmlNode) {
    const counters = nodeAt(node, 'Counters')?.attributes ?? {}
    const failures = ['failed', 'error', 'timeout', 'aborted'].map((name) => readCount(counters[name]))
    found.declare(readCount(counters['total']), ...failures)
    for (const info of childrenOf(nodeAt(node, 'RunInfos'), 'RunInfo')) {
      const text = textAt(info, 'Text') ?? ''
      if (info.attributes['outcome'] !== 'Warning') troubles.push(text)
      else if (text !== '') sink.warn(text.slice(0, WARNING_MAX))
    }
  }
}

const WARNING_MAX = 500
const ABORTED = /\b(?:aborted|crashed)\b/i

function ofClass(test: FoundTest, className: string): FoundTest {
  const given = className || classIn(test.name)
  const name = withoutClass(test.name, given)
  return { ...test, suite: given === '' ? [] : [given], name, keys: keysInName(name) }
}
