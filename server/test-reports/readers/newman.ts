import type { FoundTest } from '../reported-test.ts'
import { keysInName } from './case-keys.ts'
import { countedTests } from './counted-tests.ts'
import { PASSED } from './executions.ts'
import type { JsonFormat } from './json-parser.ts'
import { type JsonObject, countOf, listOf, objectOf, textOf } from './json-values.ts'
import type { TidySink } from './tidy-sink.ts'
import { readMilliseconds } from './times.ts'

const EXECUTION = '$.run.executions.*'

/** Without the contents of requests and responses. */
export const NEWMAN_PATHS = [
  '$.collection.item',
  '$.collection.info.name',
  '$.run.stats',
  '$.run.error',
  '$.run.failures.*',
  ...['cursor', 'item.id', 'item.name', 'response.responseTime', 'assertions', 'requestError'].map(
    (name) => `${EXECUTION}.${name}`,
  ),
  ...['prerequestScript', 'testScript'].map((name) => `${EXECUTION}.${name}`),
]

/** The JSON of newman: an execution for each request, with its assertions. */
export function newmanValues(sink: TidySink): JsonFormat {
  const found = countedTests(sink)
  const folders = new Map<string, string[]>()
  let collection = ''
  let index: string | number | undefined
  let execution: Record<string, unknown> = {}
  let failures = 0

  return {
    take({ path: [root, member, at, ...rest], value }) {
      if (root === 'collection' && member === 'item') noteItems(value, [])
      if (root === 'collection' && member === 'info') collection = textOf(value) ?? ''
      if (root !== 'run') return false
      if (member === 'failures') failures += 1
      if (member === 'stats') return takeStats(objectOf(value))
      if (member === 'error' && value !== null) takeRunError(objectOf(value))
      if (member === 'executions' && at !== undefined) {
        if (at !== index) takeExecution()
        index = at
        execution[rest.join('.')] = value
      }
      return member === 'executions'
    },
    end() {
      takeExecution()
      found.declare(undefined, failures)
      found.end()
    },
  }

  function noteItems(items: unknown, above: string[]) {
    for (const item of listOf(items).map(objectOf)) {
      folders.set(textOf(item['id']) ?? '', above)
      if (Array.isArray(item['item'])) noteItems(item['item'], [...above, textOf(item['name']) ?? ''])
    }
  }

  /** Returns whether these are the counts that newman writes. */
  function takeStats(stats: JsonObject): boolean {
    return countOf(objectOf(stats['requests'])['total']) !== undefined
  }

  function takeRunError(error: JsonObject) {
    found.error([collection || 'newman'], 'Test run', textsOf(error), false)
  }

  function takeExecution() {
    if (index === undefined) return
    const request = textOf(execution['item.name']) ?? ''
    const above = folders.get(textOf(execution['item.id']) ?? '') ?? []
    const suite = [...above, request]
    const iteration = countOf(objectOf(execution['cursor'])['iteration']) ?? 0
    const parameters = iteration > 0 ? `iteration ${iteration + 1}` : undefined
    const assertions = listOf(execution['assertions']).map(objectOf)
    const errors = [execution['requestError'], ...scriptErrors(execution)].filter(Boolean).map(objectOf)
    const durationMs = readMilliseconds(execution['response.responseTime'])
    for (const assertion of assertions) found.test({ ...testOf(assertion), suite, parameters })
    for (const error of errors)
      found.test({
        suite,
        name: 'Request',
        keys: [],
        parameters,
        executions: [{ ...PASSED, status: 'error', ...textsOf(error), durationMs }],
      })
    // A request without an assertion passes with its response.
    if (assertions.length + errors.length === 0)
      found.test({ suite, name: 'Request', keys: [], parameters, executions: [{ ...PASSED, durationMs }] })
    execution = {}
  }
}

function testOf(assertion: JsonObject): Pick<FoundTest, 'name' | 'keys' | 'executions'> {
  const name = textOf(assertion['assertion']) ?? ''
  const error = assertion['error']
  const status = error ? 'failed' : assertion['skipped'] === true ? 'skipped' : 'passed'
  return {
    name,
    keys: keysInName(name),
    executions: [{ ...PASSED, status, ...(error ? textsOf(objectOf(error)) : {}) }],
  }
}

function scriptErrors(execution: Record<string, unknown>): unknown[] {
  const scripts = [...listOf(execution['prerequestScript']), ...listOf(execution['testScript'])]
  return scripts.map((script) => objectOf(script)['error'])
}

function textsOf(error: JsonObject) {
  const message = [textOf(error['name']), textOf(error['message'])].filter(Boolean).join(': ') || textOf(error['code'])
  return { message, trace: textOf(error['stack']) }
}
