import { DomainError, invalidField, notFound } from '#shared/errors.ts'
import { TEXT_MAX } from '#shared/limits.ts'
import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import { noteArrival } from '../../arrivals/arrivals.service.ts'
import type { ActorContext } from '../../context.ts'
import { recordLive } from '../../test-reports/record-live.ts'
import { startEmptyRun } from '../../test-runs/empty-run.ts'
import { findRunIdByRef } from '../../test-runs/run-refs.repository.ts'
import { findTestRun } from '../../test-runs/test-runs.repository.ts'
import { changeRun, completeIfRunning } from '../../test-runs/test-runs.service.ts'
import { findEnvironment } from './environments.repository.ts'
import { toLiveTest } from './live-tests.ts'
import type { ExternalIssues, NewRun, QaseResult } from './qase.inputs.ts'

/* Qase's calls as use cases of Assay. A run's id there is the number of its ref: 12 is R12. */

export async function startQaseRun(ctx: ActorContext, projectId: string, input: NewRun): Promise<{ id: number }> {
  if (input.plan_id != null) throw notSupported('plan_id', 'Test plans are not supported by Assay')
  if (input.cases?.length) throw notSupported('cases', 'cases is not supported by Assay: results add their cases')
  const environment = await environmentOf(ctx, projectId, input.environment_id)
  const run = await startEmptyRun(ctx, { projectId, description: describe(input), environment })
  await noteArrival(ctx, projectId, 'qase')
  return { id: numberOf(run) }
}

/** A run has no field for issues: its description names them. Reporters that are refused record nothing. */
export async function linkQaseRuns(ctx: ActorContext, projectId: string, { links }: ExternalIssues): Promise<void> {
  for (const { run_id: number, external_issue: issue } of links) {
    const testRunId = await runIdOf(ctx, projectId, number)
    const { description } = await findTestRun(ctx.db, ctx.actor, testRunId, 'run.record')
    const line = `Issue: ${issue}`
    if (!issue || description?.split('\n').includes(line)) continue
    const linked = [description, line].filter(Boolean).join('\n\n')
    if (linked.length <= TEXT_MAX) await changeRun(ctx, { testRunId, description: linked }).catch(unlessForbidden)
  }
}

/** A token that only records changes no run: it records without the link. */
function unlessForbidden(error: unknown): void {
  if (!(error instanceof DomainError && error.code === 'FORBIDDEN')) throw error
}

export async function recordQaseResults(
  ctx: ActorContext,
  projectId: string,
  number: number,
  results: QaseResult[],
): Promise<void> {
  const id = await runIdOf(ctx, projectId, number)
  await recordLive(ctx, { id, projectId }, results.map(toLiveTest))
  await noteArrival(ctx, projectId, 'qase')
}

/** A run that has ended stays as it is: each of several reporters completes it. */
export async function completeQaseRun(ctx: ActorContext, projectId: string, number: number): Promise<void> {
  await completeIfRunning(ctx, await runIdOf(ctx, projectId, number))
}

/** The page of a run. Only members share runs with people outside, so the address is not a public one. */
export async function pageOfQaseRun(ctx: ActorContext, projectId: string, number: number): Promise<string> {
  await runIdOf(ctx, projectId, number)
  return (ctx.config.PUBLIC_URL ?? ctx.request.baseUrl) + pathOfRun(projectId, number)
}

/** Relative to our address. */
export const pathOfRun = (projectId: string, number: number) => `/projects/${projectId}?tab=runs&run=R${number}`

async function runIdOf({ db }: ActorContext, projectId: string, number: number): Promise<string> {
  const id = await findRunIdByRef(db, projectId, `R${number}`)
  if (id === undefined) throw notFound('Test run')
  return id
}

async function environmentOf({ db }: ActorContext, projectId: string, number: number | null | undefined) {
  if (number == null) return null
  const environment = await findEnvironment(db, projectId, number)
  if (environment === undefined) throw invalidField('environment_id', 'No environment has this environment_id')
  return environment
}

const numberOf = ({ ref }: TestRunListItem) => Number(ref.slice(1))

/** The first line is the name of a run. */
function describe({ title, description, tags }: NewRun): string {
  const named = (tags ?? []).filter((tag) => tag !== '')
  const parts = [title, description, named.length > 0 && `Tags: ${named.join(', ')}`]
  return parts.filter(Boolean).join('\n\n').slice(0, TEXT_MAX).toWellFormed()
}

const notSupported = (field: string, message: string): DomainError => invalidField(field, message)
