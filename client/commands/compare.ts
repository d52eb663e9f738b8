import type { Comparison, RunChange } from '#shared/comparisons/comparison.ts'
import { CHANGE_KINDS, type ChangeKind } from '#shared/test-runs/comparison.ts'
import { runName } from '#shared/test-runs/run-name.ts'
import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import { readBuild } from '../ci/build.ts'
import { describeChange, HEADINGS, isQuarantinedFailure, messageOf, readComparison, titleOf } from '../comparison.ts'
import type { Connection } from '../connection.ts'
import { usageFailure } from '../failures.ts'
import { findRun, findRunId } from '../find-run.ts'
import type { Session } from '../session.ts'

type Options = { with?: string; kind?: ChangeKind[] }

/** Shows the changes in a run: the given run, or else that of the CI's build, or else the newest. */
export async function compareRuns({ output, connect }: Session, given: string | undefined, options: Options) {
  const connection = await connect()
  const testRunId = given === undefined ? await currentRun(connection) : await findRunId(connection, given)
  const base = options.with === undefined ? undefined : await findRunId(connection, options.with)
  const { suites: _, ...run } = await connection.call((client) => client.testRuns.overview.query({ testRunId }))
  const comparison = await readComparison(connection, { testRunId, with: base, kind: options.kind })
  output.result(describe(run, comparison), { testRun: run, ...comparison })
}

async function currentRun(connection: Connection): Promise<string> {
  const { projectId } = connection
  const key = readBuild(process.env)?.run
  const ofBuild = key === undefined ? undefined : await findRun(connection, key)
  if (ofBuild) return ofBuild.id
  const [newest] = await connection.call((client) => client.testRuns.list.query({ projectId, limit: 1 }))
  if (newest) return newest.id
  throw usageFailure('the project has no run')
}

const CHANGES_SHOWN = 50

function describe(run: TestRunListItem, { with: base, counts, changes }: Comparison): string[] {
  const { quarantined, unchanged, ...kinds } = counts
  const names = Object.entries(kinds).map(([kind, number]) => `${number} ${HEADINGS[kind as ChangeKind].toLowerCase()}`)
  const apart = quarantined > 0 ? [`${quarantined} failing in quarantine`] : []
  const compared = base ? `compared with ${nameOf(base)}` : 'there is no ended run before it: all failures are new'
  return [
    `${nameOf(run)}: ${compared}`,
    [...names, `${unchanged} unchanged`, ...apart].join(', '),
    ...CHANGE_KINDS.flatMap((kind) => {
      return section(
        HEADINGS[kind],
        changes.filter((change) => change.kind === kind && !isQuarantinedFailure(change)),
      )
    }),
    ...section('Quarantined', onceEach(changes.filter(isQuarantinedFailure))),
  ]
}

const nameOf = (run: TestRunListItem) => [run.ref, runName(run), run.branch, run.environment].filter(Boolean).join(', ')

/** A case may have several changes. */
function onceEach(changes: RunChange[]): RunChange[] {
  return [...new Map(changes.toReversed().map((change) => [change.result?.id, change])).values()].toReversed()
}

function section(heading: string, changes: RunChange[]): string[] {
  if (changes.length === 0) return []
  const shown = changes
    .slice(0, CHANGES_SHOWN)
    .flatMap((change) => [
      `  ${titleOf(change)} (${describeChange(change)})`,
      ...messageOf(change).map((line) => `      ${line}`),
    ])
  const rest = changes.length > CHANGES_SHOWN ? [`  … and ${changes.length - CHANGES_SHOWN} more`] : []
  return [`${heading}: ${changes.length}`, ...shown, ...rest]
}
