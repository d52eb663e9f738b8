import type { TestResult } from '#shared/test-results/test-result.ts'
import { useRunList } from '../list/run-list.tsx'
import { refusalOf } from '../verdicts/give-verdict.ts'

/** Why no verdict can be given to a result, or null. */
export const useVerdictRefusal = (result: TestResult): string | null => useRunList().refusal ?? refusalOf(result)
