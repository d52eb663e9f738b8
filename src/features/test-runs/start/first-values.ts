import { runName } from '#shared/test-runs/run-name.ts'
import { detailsOf, NO_DETAILS, type RunDetails } from '../details/run-details.ts'
import { type Choice, NO_CHOICE } from './choice.ts'
import type { StartRequest } from './start-request.ts'

/** The initial texts. A repeated run usually has another commit, and always another build. */
export function firstValues({ from }: StartRequest): RunDetails & { description: string } {
  if (!from) return { description: '', ...NO_DETAILS }
  return { description: `Re-run of ${runName(from)}`, ...detailsOf(from), commit: '', buildUrl: '' }
}

export function firstChoice({ selection, from }: StartRequest): Choice {
  if (from) return { ...NO_CHOICE, kind: 'failed', run: from }
  const suiteIds = new Set(selection?.testSuiteIds)
  const caseIds = new Set(selection?.testCaseIds)
  if (caseIds.size > 0) return { ...NO_CHOICE, kind: 'picked', caseIds, suiteIds }
  return suiteIds.size > 0 ? { ...NO_CHOICE, kind: 'suites', suiteIds } : NO_CHOICE
}
