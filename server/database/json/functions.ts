import { resultStepsJson } from '#shared/test-results/result-steps.ts'

/** Functions that make JSON, as SQLite calls them in SQL by their names, and as the serializer of rows calls them. */
export const JSON_FUNCTIONS = {
  js_number: (value: number) => JSON.stringify(value),
  result_steps: resultStepsJson,
}
