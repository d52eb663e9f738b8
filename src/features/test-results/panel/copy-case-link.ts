import type { TestResult } from '#shared/test-results/test-result.ts'
import { copyLink } from '#src/lib/clipboard.ts'
import { pathOfRun } from '#src/lib/project-paths.ts'

export const copyCaseLink = (run: { id: string; projectId: string }, { testCase }: TestResult): Promise<void> =>
  copyLink(pathOfRun(run.projectId, run.id, testCase.id), 'Link to the case')
