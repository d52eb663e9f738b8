import type { TestResult } from '#shared/test-results/test-result.ts'
import { basePath } from '#src/lib/base-path.ts'
import { copyText } from '#src/lib/clipboard.ts'
import { say } from '#src/lib/toast.ts'

export async function copyCaseLink(run: { id: string; projectId: string }, { testCase }: TestResult): Promise<void> {
  const query = new URLSearchParams({ tab: 'runs', run: run.id, case: testCase.id }).toString()
  const url = `${location.origin}${basePath}/projects/${run.projectId}?${query}`
  say((await copyText(url)) ? 'Link to the case copied' : 'The link could not be copied')
}
