import { resultStepsJson } from '#shared/test-results/result-steps.ts'

/** Functions that make JSON. SQLite calls them in SQL by name; the serializer of rows calls them directly. */
export const JSON_FUNCTIONS = {
  js_number: (value: number) => JSON.stringify(value),
  result_steps: resultStepsJson,
}
