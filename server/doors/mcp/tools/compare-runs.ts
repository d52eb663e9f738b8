import { z } from 'zod'
import { CompareRuns, type RunChange } from '#shared/comparisons/comparison.ts'
import { asMany } from '../answer-size.ts'
import { tool } from '../door.ts'
import { limit, newestRun, nextOffset, project, runRef } from '../inputs.ts'
import { projectOf } from '../projects.ts'
import { runIdOf } from '../refs.ts'
import { runShown, startOf, told } from '../shown.ts'

const CHANGES = 50

export const compareRuns = tool({
  name: 'compare_runs',
  description: 'What changed in a run since another one.',
  input: z.strictObject({
    project,
    run: newestRun,
    with: runRef.optional().meta({ description: 'R4; without it the one before on the same branch and environment' }),
    kind: CompareRuns.shape.kind.unwrap().optional(),
    limit,
    next: nextOffset,
  }),
  answer: async (door, { project: named, run: ref, with: other, kind, limit: wanted = CHANGES, next }) => {
    const found = await projectOf(door, named)
    const testRunId = await runIdOf(door, found, ref)
    const offset = Number(next ?? 0)
    const { run, with: base, counts, changes } = await compare()
    const shown = asMany(changes.slice(0, wanted).map(changeShown))
    const isMore = changes.length > shown.length
    return {
      run: run.ref,
      with: base && runShown(base),
      counts,
      changes: shown,
      ...(isMore && { next: String(offset + shown.length) }),
    }

    async function compare() {
      const { calls } = door
      const id = other === undefined ? undefined : await runIdOf(door, found, other)
      const input = { testRunId, ...(id && { with: id }), ...(kind && { kind }), offset, limit: wanted + 1 }
      const [run, comparison] = await Promise.all([
        calls.testRuns.overview({ testRunId }),
        calls.comparisons.compare(input),
      ])
      return { run, ...comparison }
    }
  },
})

function changeShown({ kind, result, before }: RunChange): Record<string, unknown> {
  const { testCase, isQuarantined } = result ?? before ?? {}
  return told({
    kind,
    case: testCase?.ref,
    name: testCase?.name,
    suite: testCase?.testSuite.name,
    isQuarantined,
    now: result?.status,
    before: before?.status,
    error: startOf(result?.errorMessage),
    ...(kind === 'slower' && { ms: result?.executionTimeMs, msBefore: before?.executionTimeMs }),
  })
}
