import { resultStepsJson } from '#shared/test-results/result-steps.ts'

/** JSON that SQL cannot make. */
export const JSON_FUNCTIONS = {
  js_number: (value: number | string) => JSON.stringify(Number(value)),
  result_steps: resultStepsJson,
}
export type JsonFunction = keyof typeof JSON_FUNCTIONS
