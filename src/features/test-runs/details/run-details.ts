import type { RunFacts } from '#shared/test-runs/run-facts.ts'

export type RunDetails = Record<keyof RunFacts, string>

export const NO_DETAILS: RunDetails = { environment: '', branch: '', commit: '', buildUrl: '', milestone: '' }

export const detailsOf = ({ environment, branch, commit, buildUrl, milestone }: RunFacts): RunDetails => ({
  environment: environment ?? '',
  branch: branch ?? '',
  commit: commit ?? '',
  buildUrl: buildUrl ?? '',
  milestone: milestone ?? '',
})
