import { type CaseToDelete, deleteCases } from '../../trash/deletions.ts'
import { awaitsSaving } from './unsent.ts'

/** Deletes cases after a confirmation. Resolves to whether they were deleted. */
export const removeCases = async (projectId: string, cases: readonly CaseToDelete[]): Promise<boolean> =>
  !awaitsSaving(cases.map(({ id }) => id)) && (await deleteCases(projectId, cases))
