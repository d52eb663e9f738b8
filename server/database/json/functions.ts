import { resultStepsJson } from '#shared/test-results/result-steps.ts'

/** Functions that make JSON, which SQLite calls by their names. */
export const JSON_FUNCTIONS = {
  js_number: (value: number) => JSON.stringify(value),
  result_steps: resultStepsJson,
}
