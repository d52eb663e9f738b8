import type { ListRunResults } from '#shared/test-results/test-result.ts'
import type { RunFilter } from '#shared/test-runs/find-runs.ts'
import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import type { AssayClient } from '../api.ts'
import { describeResult } from '../describe-result.ts'
import { findRunId } from '../find-run.ts'
import { table } from '../output.ts'
import { allPages } from '../pages.ts'
import type { Session } from '../session.ts'

type ListOptions = RunFilter & { limit: number; query?: string }

export async function listRuns({ output, connect }: Session, options: ListOptions): Promise<void> {
  const { limit, query: q, status, branch, environment, milestone } = options
  const connection = await connect()
  const wanted = { projectId: connection.projectId, limit, q, status, branch, environment, milestone }
  const runs = await connection.call((client) => client.testRuns.list.query(wanted))
  if (runs.length === 0) output.note(isFiltered(wanted) ? 'No run matches' : 'The project has no runs')
  const rows = runs.map((run) => [run.ref, run.status, run.createdAt, describeSummary(run), titleOf(run), run.id])
  output.result(rows.length === 0 ? [] : table([HEADS, ...rows]), runs)
}

const HEADS = ['REF', 'STATUS', 'STARTED', 'RESULTS', 'RUN', 'ID']

const isFiltered = ({ q, status, branch, environment, milestone }: { q: string | undefined } & RunFilter) =>
  [q, status, branch, environment, milestone].some((value) => value !== undefined)

const titleOf = ({ key, description }: TestRunListItem) =>
  [...new Set([key, description].filter((title) => title !== null))].join(' ')

type ShowOptions = { results?: boolean; status?: Exclude<ListRunResults['status'], undefined> }

export async function showRun(
  { output, connect }: Session,
  idOrKey: string,
  { results, status }: ShowOptions,
): Promise<void> {
  const connection = await connect()
  const testRunId = await findRunId(connection, idOrKey)
  const run = await connection.call((client) => client.testRuns.overview.query({ testRunId }))
  if (!results && status === undefined) return output.result([...describeRun(run), ...describeSuites(run.suites)], run)
  const found = await allPages((part) =>
    connection.call((client) => client.testResults.listInRun.query({ testRunId, status, ...part })),
  )
  output.result([...describeRun(run), '', ...found.map(describeResult)], { ...run, results: found })
}

export async function completeRun(
  session: Session,
  idOrKey: string,
  options: { status?: 'completed' | 'failed' },
): Promise<void> {
  const { status = 'completed' } = options
  const connection = await session.connect()
  const testRunId = await findRunId(connection, idOrKey)
  const run = await connection.call((client, attempt) => complete(client, { testRunId, status }, attempt))
  session.output.result(describeRun(run), run)
}

export async function reopenRun(session: Session, idOrKey: string): Promise<void> {
  const connection = await session.connect()
  const testRunId = await findRunId(connection, idOrKey)
  const run = await connection.call((client, attempt) => reopen(client, testRunId, attempt))
  session.output.result(describeRun(run), run)
}

async function reopen(client: AssayClient, testRunId: string, attempt: number) {
  try {
    const { results: _, ...run } = await client.testRuns.reopen.mutate({ testRunId, omitResults: true })
    return run
  } catch (error) {
    const run = attempt > 1 ? await client.testRuns.overview.query({ testRunId }) : undefined
    if (run?.status === 'running') return run
    throw error
  }
}

/** A retry succeeds if it finds the wanted status: an earlier attempt may have lost its response. */
async function complete(
  client: AssayClient,
  input: { testRunId: string; status: 'completed' | 'failed' },
  attempt: number,
) {
  try {
    const { results: _, ...run } = await client.testRuns.complete.mutate({ ...input, omitResults: true })
    return run
  } catch (error) {
    const run = attempt > 1 ? await client.testRuns.overview.query({ testRunId: input.testRunId }) : undefined
    if (run?.status === input.status) return run
    throw error
  }
}

function describeRun(run: TestRunListItem): string[] {
  return [[`Run ${run.id}: ${run.status}`, run.ref, titleOf(run)].filter(Boolean).join(' '), describeSummary(run)]
}

function describeSuites(suites: (Pick<TestRunListItem, 'summary'> & { name: string })[]): string[] {
  return table(suites.map((suite) => [`  ${suite.name}`, describeSummary(suite)]))
}

function describeSummary({ summary: { total, ...counts } }: Pick<TestRunListItem, 'summary'>): string {
  if (total === 0) return 'no cases'
  const parts = Object.entries(counts).filter(([, number]) => number > 0)
  return [`${total} total`, ...parts.map(([status, number]) => `${number} ${status}`)].join(', ')
}
