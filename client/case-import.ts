import type { Project } from '#shared/projects/project.ts'
import { type Change, type ImportPlan, planImport } from './case-plan.ts'
import type { CaseRow } from './case-rows.ts'
import type { Connection } from './connection.ts'
import { groupBy } from './group-by.ts'
import { isOutcomeUnknown, withRetries } from './retry.ts'

/** Suites are imported in parallel. The cases of one suite are created one by one, which sets their order. */
const MAX_PARALLEL_SUITES = 8

/**
 * Applies a plan. After a lost connection the outcome of the last calls is unknown, so the project is read and planned
 * again. `onProgress` gets the number of remaining changes. Throws CallFailure.
 */
export async function applyImport(
  connection: Connection,
  rows: CaseRow[],
  first: ImportPlan,
  onProgress: (left: number) => void,
): Promise<void> {
  const importOnce = async (attempt: number) => {
    const project = await readProject(connection)
    const plan = attempt === 1 ? first : planImport(project, rows)
    await applyPlan(connection, project, plan, onProgress)
  }
  await withRetries(importOnce, connection.policy, isOutcomeUnknown)
}

export async function readProject(connection: Connection): Promise<Project> {
  return await connection.call((client) => client.projects.get.query({ id: connection.projectId }))
}

async function applyPlan(
  connection: Connection,
  project: Project,
  plan: ImportPlan,
  onProgress: (left: number) => void,
): Promise<void> {
  const suiteIds = new Map(project.testSuites.map(({ name, id }) => [name, id]))
  for (const name of plan.newSuites) {
    const suite = await connection.callOnce((client) =>
      client.testSuites.create.mutate({ name, projectId: project.id }),
    )
    suiteIds.set(name, suite.id)
  }
  let left = plan.changes.length
  await runQueues([...groupBy(plan.changes, ({ row }) => row.suite).values()], async (change) => {
    await applyChange(connection, change, suiteIds)
    onProgress(--left)
  })
}

/** Processes queues in parallel, each in order. After a failure it starts nothing more and throws the first error. */
async function runQueues<T>(queues: T[][], work: (item: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = []
  const worker = async () => {
    for (let queue = queues.shift(); queue; queue = queues.shift()) {
      for (const item of queue) {
        if (failures.length > 0) return
        await work(item).catch((error: unknown) => failures.push(error))
      }
    }
  }
  await Promise.all(Array.from({ length: MAX_PARALLEL_SUITES }, worker))
  if (failures.length > 0) throw failures[0]
}

async function applyChange(connection: Connection, change: Change, suiteIds: Map<string, string>): Promise<void> {
  if (change.kind === 'update') {
    await connection.call((client) => client.testCases.update.mutate(change.input))
    return
  }
  const { row: _, ref: __, suite, ...content } = change.row
  const testSuiteId = suiteIds.get(suite) as string
  await connection.callOnce((client) => client.testCases.create.mutate({ testSuiteId, ...content }))
}
