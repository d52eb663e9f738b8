import { resultStepsJson } from '#shared/test-results/result-steps.ts'

export const JSON_FUNCTIONS = {
  js_number: (value: number) => JSON.stringify(value),
  result_steps: resultStepsJson,
}
