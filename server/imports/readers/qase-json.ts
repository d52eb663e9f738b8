import { SUITE_SEPARATOR } from '#shared/test-suites/suite-separator.ts'
import { toMarkdown } from './markup.ts'
import { isAutomated, isPriority, priorityOf } from './priorities.ts'
import { type CaseSink, newExtras } from './read-case.ts'

type Fields = Record<string, unknown>

/** Whether a JSON file has the suites that Qase exports. */
export const isQase = (given: object) => 'suites' in given

/** Reads the JSON that Qase exports: `suites > suite(title, cases, suites)`. */
export function readQaseJson(given: object, sink: CaseSink): void {
  let row = 0
  const read = (suite: Fields, path: string) => {
    for (const entry of listIn(suite['cases'])) {
      row += 1
      if (isObject(entry)) addCase(row, entry, path, sink)
      else sink.refuse(row, 'it is no case')
    }
    for (const below of listIn(suite['suites']))
      if (isObject(below)) read(below, [path, textIn(below['title'])].filter(Boolean).join(SUITE_SEPARATOR))
  }
  read(given as Fields, '')
}

function addCase(row: number, entry: Fields, suite: string, sink: CaseSink): void {
  const extras = newExtras()
  for (const [name, value] of Object.entries(entry)) if (!PLACED.has(name) && !isEmpty(value)) extras[name] = value
  const given = textIn(entry['priority'])
  const priority = priorityOf(given)
  if (given !== '' && !isPriority(priority)) extras['priority'] = given
  const steps = stepsIn(entry['steps'])
  const data = steps.flatMap((step, index) => (step.data === '' ? [] : `${index + 1}. ${step.data}`))
  if (data.length > 0) extras['steps_data'] = data.join('\n')
  const id = typeof entry['id'] === 'number' ? String(entry['id']) : textIn(entry['id'])
  const fields = {
    name: entry['title'] ?? '',
    type: isAutomated(textIn(entry['automation'])) ? 'auto' : 'manual',
    ...(isPriority(priority) && { priority }),
    ...('description' in entry && { description: markdownIn(entry['description']) || null }),
    ...('preconditions' in entry && { preconditions: markdownIn(entry['preconditions']) || null }),
    ...('tags' in entry && { tags: listIn(entry['tags']) }),
    ...('steps' in entry && { steps: steps.map(({ action, expected }) => ({ action: action || '—', expected })) }),
    ...(/^\d+$/.test(id) && { externalKey: `qase:${id}` }),
  }
  sink.add({ row, suite, fields, ref: id || null, extras })
}

const PLACED = new Set(['id', 'title', 'description', 'preconditions', 'priority', 'automation', 'tags', 'steps'])

type QaseStep = { action: string; expected: string; data: string }

/** Steps below a step follow it. */
function stepsIn(given: unknown): QaseStep[] {
  return listIn(given)
    .filter(isObject)
    .flatMap((step) => [
      { action: markdownIn(step['action']), expected: markdownIn(step['expected_result']), data: textIn(step['data']) },
      ...stepsIn(step['steps']),
    ])
}

const isObject = (given: unknown): given is Fields =>
  typeof given === 'object' && given !== null && !Array.isArray(given)
const listIn = (given: unknown): unknown[] => (Array.isArray(given) ? given : [])
const textIn = (given: unknown): string => (typeof given === 'string' ? given.trim() : '')
const markdownIn = (given: unknown): string => toMarkdown(textIn(given))
const isEmpty = (given: unknown) => given == null || given === '' || (Array.isArray(given) && given.length === 0)
