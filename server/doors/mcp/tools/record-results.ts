import { z } from 'zod'
import { invalidField } from '#shared/errors.ts'
import { RecordResults } from '#shared/test-results/test-result.ts'
import { type Door, tool } from '../door.ts'
import { caseRef, dryRun, project, run } from '../inputs.ts'
import { inOneWrite } from '../one-write.ts'
import { type Named, projectOf } from '../projects.ts'
import { caseIdsOf, runIdOf } from '../refs.ts'
import { countsShown, told } from '../shown.ts'

const RESULTS_MAX = 500

const fields = RecordResults.shape.results.element.pick({
  status: true,
  actualValue: true,
  errorMessage: true,
  trace: true,
  notes: true,
  defects: true,
  executionTimeMs: true,
  steps: true,
}).shape

const GivenResult = z.strictObject({
  case: caseRef.optional().meta({ description: 'C12, or suite and name' }),
  suite: RecordResults.shape.results.element.shape.suiteName,
  name: RecordResults.shape.results.element.shape.caseName,
  ...fields,
})
type GivenResult = z.infer<typeof GivenResult>

export const recordResults = tool({
  name: 'record_results',
  description:
    'Record up to 500 executions in a running run, all or none. Give a status, or an actualValue that is compared ' +
    'with what the case expects.',
  input: z.strictObject({
    project,
    run,
    results: z
      .array(GivenResult, { error: 'results must be a list' })
      .min(1, 'results must not be empty')
      .max(RESULTS_MAX, `results may have at most ${RESULTS_MAX} entries`),
    dryRun,
  }),
  isWrite: true,
  answer: async (door, { project: named, run: ref, results, dryRun: isDry }) => {
    const found = await projectOf(door, named)
    const testRunId = await runIdOf(door, found, ref)
    const entries = await entriesOf(door, found, results)
    const scope = { testRun: testRunId }
    const recorded = isDry
      ? await inOneWrite(door, { scope, dryRun: true }, ({ calls }) => record(calls, testRunId, entries))
      : await record(door.calls, testRunId, entries)
    return {
      ...told({ dryRun: isDry }),
      run: ref.toUpperCase(),
      recorded: recorded.results.length,
      counts: countsShown(recorded.summary),
      results: byStatus(results, recorded.results),
    }
  },
})

type Entries = Parameters<Door['calls']['testResults']['recordMany']>[0]['results']

const record = async (calls: Door['calls'], testRunId: string, results: Entries) =>
  await calls.testResults.recordMany({ testRunId, results })

async function entriesOf(door: Door, project: Named, results: GivenResult[]): Promise<Entries> {
  const nameless = results.findIndex(({ case: ref, suite, name }) => ref === undefined && !(suite && name))
  if (nameless !== -1) throw invalidField(['results', nameless], 'Give a case, or a suite and a name')
  const refs = results.flatMap(({ case: ref }) => ref ?? [])
  const ids = (await caseIdsOf(door, project, refs)).values()
  return results.map(({ case: ref, suite, name, ...outcome }) =>
    ref === undefined
      ? { ...outcome, suiteName: suite, caseName: name }
      : { ...outcome, testCaseId: ids.next().value as string },
  )
}

/** What became of the entries: their cases by status. */
function byStatus(given: GivenResult[], recorded: { status: string; flaky: boolean }[]): Record<string, string[]> {
  const cases: Record<string, string[]> = {}
  for (const [index, { status, flaky }] of recorded.entries()) {
    const { case: ref, name } = given[index] as GivenResult
    const key = flaky ? `${status}, flaky` : status
    ;(cases[key] ??= []).push(ref?.toUpperCase() ?? String(name).slice(0, 30))
  }
  return cases
}
