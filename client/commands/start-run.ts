import type { CaseSelection } from '#shared/test-runs/selection.ts'
import { readBuild } from '../ci/build.ts'
import type { Connection } from '../connection.ts'
import { usageFailure } from '../failures.ts'
import { findCase } from '../find-case.ts'
import { memberIds } from '../find-member.ts'
import { findRunId } from '../find-run.ts'
import { allPages } from '../pages.ts'
import type { Session } from '../session.ts'
import { type FactOptions, factsOf } from '../upload-target.ts'

type SelectionOptions = {
  suite?: string[]
  tag?: string[]
  priority?: NonNullable<CaseSelection['priorities']>
  case?: string[]
  failedOf?: string
}
type Options = FactOptions & SelectionOptions & { description?: string; run?: string; assign?: string[]; ci: boolean }

export async function startRun({ output, connect }: Session, options: Options): Promise<void> {
  const connection = await connect()
  const { projectId } = connection
  const input = {
    projectId,
    description: options.description,
    key: options.run,
    omitResults: true,
    ...factsOf(options, options.ci ? readBuild(process.env) : undefined),
    selection: await selectionOf(connection, options),
    assigneeIds: options.assign && (await memberIds(connection, options.assign)),
  }
  const run = await connection.callOnce((client) => client.testRuns.start.mutate(input))
  const { results: _, ...shown } = run
  output.result([run.id], shown)
}

/** Undefined selects all cases. An omitted option does not filter. */
async function selectionOf(connection: Connection, options: SelectionOptions): Promise<CaseSelection | undefined> {
  const { suite, tag: tags, priority: priorities, case: refs, failedOf } = options
  const selection: CaseSelection = {
    ...(suite && { testSuiteIds: await suiteIds(connection, suite) }),
    ...(tags && { tags }),
    ...(priorities && { priorities }),
    ...(refs && { testCaseIds: await caseIds(connection, refs) }),
    ...(failedOf !== undefined && {
      fromRun: { id: await findRunId(connection, failedOf), statuses: ['failed', 'error'] },
    }),
  }
  return Object.keys(selection).length === 0 ? undefined : selection
}

/** The ids of suites named by id or name. Several suites may share a name. */
async function suiteIds(connection: Connection, named: string[]): Promise<string[]> {
  const { projectId } = connection
  const suites = await allPages((part) =>
    connection.call((client) => client.testSuites.listInProject.query({ projectId, ...part })),
  )
  return named.flatMap((given) => {
    const found = suites.filter(({ id, name }) => id === given || name === given)
    if (found.length === 0) throw usageFailure(`--suite ${given}: the project has no such suite`)
    return found.map(({ id }) => id)
  })
}

async function caseIds(connection: Connection, refs: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const ref of refs) ids.push((await findCase(connection, ref)).id)
  return ids
}
