import type { Outcome } from './newest-results.repository.ts'

/**
 * The failures since the last pass, on the branch and environment of the newest result. `executed` are results of a case
 * that were executed, newest run first.
 */
export function streakOf(executed: readonly Outcome[]) {
  const [newest] = executed
  const ofStream = executed.filter(({ stream }) => stream === newest?.stream)
  const index = ofStream.findIndex(({ status }) => status === 'passed')
  const first = index === -1 ? ofStream.at(-1) : ofStream[index - 1]
  return newest && first && { newest, first, passed: ofStream[index] }
}
