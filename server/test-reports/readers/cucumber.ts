import type { FoundTest } from '../reported-test.ts'
import { keysInName } from './case-keys.ts'
import { type CucumberStep, cucumberOutcome } from './cucumber-outcome.ts'
import { NOT_KEPT } from './ignored.ts'
import type { JsonFormat } from './json-parser.ts'
import { type JsonObject, listOf, objectOf, textOf, textsOf } from './json-values.ts'
import { testFiles } from './test-files.ts'
import { testProperties } from './test-properties.ts'
import type { TidySink } from './tidy-sink.ts'
import { readMilliseconds } from './times.ts'

export const CUCUMBER_PATHS = ['$.*']

const NANOSECONDS = 1e-6
const SECONDS = 1_000

/** Cucumber's JSON, also of behave, SpecFlow and others: a list of features. */
export function cucumberValues(sink: TidySink): JsonFormat {
  return {
    take({ value }) {
      const feature = objectOf(value)
      const isFeature = Array.isArray(feature['elements']) || feature['keyword'] === 'Feature'
      if (isFeature) takeFeature(feature)
      return isFeature
    },
  }

  function takeFeature(feature: JsonObject) {
    takeElements(feature['elements'], [textOf(feature['name']) || textOf(feature['uri']) || ''])
  }

  function takeElements(elements: unknown, suite: string[]) {
    let backgrounds: JsonObject[] = []
    for (const element of listOf(elements).map(objectOf)) {
      if (Array.isArray(element['children']))
        takeElements(element['children'], [...suite, textOf(element['name']) ?? ''])
      else if (element['type'] === 'background') backgrounds.push(element)
      else {
        takeScenario(element, [...backgrounds, element], suite)
        backgrounds = []
      }
    }
    // A background without a scenario after it ran for none.
    if (backgrounds.length > 0) takeScenario(backgrounds[0] as JsonObject, backgrounds, suite)
  }

  /** The steps of a background that stands before a scenario belong to it. */
  function takeScenario(scenario: JsonObject, parts: JsonObject[], suite: string[]) {
    const name = textOf(scenario['name']) || textOf(scenario['id']) || ''
    const steps = parts.flatMap((part) => [
      ...listOf(part['before']),
      ...listOf(part['steps']).flatMap((step) => [
        ...listOf(objectOf(step)['before']),
        step,
        ...listOf(objectOf(step)['after']),
      ]),
      ...listOf(part['after']),
    ])
    const files = testFiles(sink)
    for (const step of steps.map(objectOf)) {
      const embeddings = [...listOf(step['embeddings']), ...listOf(step['embedding'])].map(objectOf)
      files.addList(embeddings.filter(({ data }) => data !== undefined).map(fileOf))
      if (listOf(step['output']).length > 0) sink.ignore('output', NOT_KEPT.output)
    }
    const unit = scenario['line'] === undefined && scenario['location'] !== undefined ? SECONDS : NANOSECONDS
    const found: FoundTest = {
      suite,
      name,
      executions: [
        {
          ...cucumberOutcome([...steps.map((step) => stepOf(objectOf(step), unit)), ...statedBy(scenario, steps)]),
          startedAt: sink.moment(scenario['start_timestamp'], 'start_timestamp'),
        },
      ],
      ...tagged(scenario, name),
      ...files.found(),
    }
    const row = /;(\d{1,6})$/.exec(textOf(scenario['id']) ?? '')?.[1]
    sink.test(row === undefined ? found : { ...found, parameters: `row ${row}` })
  }

  function tagged(scenario: JsonObject, name: string): Pick<FoundTest, 'keys' | 'defects'> {
    const properties = testProperties(sink)
    for (const tag of listOf(scenario['tags'])) properties.addTag(textOf(objectOf(tag)['name']) ?? textOf(tag) ?? '')
    return properties.found(keysInName(name))
  }
}

/** behave says the status of a scenario itself: a hook may have failed it. */
function statedBy(scenario: JsonObject, steps: unknown[]): CucumberStep[] {
  const status = textOf(scenario['status'])?.toLowerCase()
  return status === undefined || (status === 'passed' && steps.length > 0)
    ? []
    : [{ status, text: null, durationMs: null }]
}

function stepOf(step: JsonObject, unit: number): CucumberStep {
  const { status, duration, error_message: error } = objectOf(step['result'])
  return {
    status: textOf(status)?.toLowerCase() ?? '',
    text: textOf(error) ?? (textsOf(error).join('\n') || null),
    durationMs: typeof duration === 'number' ? readMilliseconds(duration * unit) : null,
  }
}

function fileOf(embedding: JsonObject): JsonObject {
  const contentType = embedding['mime_type'] ?? objectOf(embedding['media'])['type']
  return { name: embedding['name'] ?? 'attachment', contentType, body: embedding['data'] }
}
