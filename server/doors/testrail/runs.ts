import { StartRun, type TestRunHead, UpdateRun } from '#shared/test-runs/test-run.ts'
import { idsSince } from '../../database/new-id.ts'
import { setCasesOfRun } from '../../test-results/run-cases.service.ts'
import { findTestRun, listRunRowsById, toRunHead } from '../../test-runs/test-runs.repository.ts'
import { startEmptyRun } from '../../test-runs/empty-run.ts'
import { discardRun } from '../../test-runs/discard-run.ts'
import { changeRun, completeIfRunning, deleteRun, listRuns, startRun } from '../../test-runs/test-runs.service.ts'
import { inputOf } from '../../trpc.ts'
import * as bodies from './bodies.ts'
import { type Call, type Door, idIn, isSet, type Method, numbersIn, refusal, timeIn } from './door.ts'
import { runExtras } from './extras.ts'
import { milestoneOf } from './milestones.ts'
import { pageOf, partOf } from './pages.ts'
import { type FoundProject, projectIn, projectOfId } from './projects.ts'
import { caseIdsOf, runIdOf, unknownRun } from './refs.ts'
import { descriptionOf, namesOf, toRunAnswers } from './run-answers.ts'

export type FoundRun = { run: TestRunHead; project: FoundProject }

export async function findRun(door: Door, call: Call): Promise<FoundRun> {
  return await readRun(door, await runIdOf(door, idIn(call, 0, 'run')))
}

export async function readRun(door: Door, id: string): Promise<FoundRun> {
  const run = toRunHead(await findTestRun(door.db, door.actor, id, 'project.read'))
  if ((door.onlyProject ?? run.projectId) !== run.projectId) throw unknownRun()
  return { run, project: await projectOfId(door, run.projectId) }
}

export const getRun: Method = async (door, call) => await toAnswer(door, await findRun(door, call))

export const getRuns: Method = async (door, call) => {
  const project = await projectIn(door, call)
  const part = partOf(call)
  const milestones: string[] = []
  for (const number of numbersIn(call, 'milestone_id') ?? []) milestones.push(await milestoneOf(door, project, number))
  const completed = call.query.get('is_completed')
  const [after = 0, before] = [timeIn(call, 'created_after'), timeIn(call, 'created_before')]
  const found = await listRuns(door, {
    projectId: project.id,
    limit: part.limit + 1,
    offset: part.offset,
    ...(milestones.length > 0 && { milestone: milestones }),
    ...(completed && { status: isSet(call, 'is_completed') ? ['completed', 'failed'] : ['running'] }),
    ...(before !== undefined && { cursor: idsSince(before) }),
  })
  // Newest first: earlier ones can only be at the end of the page.
  const runs = found.filter(({ createdAt }) => Date.parse(createdAt) >= after)
  const ids = runs.slice(0, part.limit).map(({ id }) => id)
  const rows = new Map((await listRunRowsById(door.db, project.id, ids)).map((row) => [row.id, toRunHead(row)]))
  const shown = ids.flatMap((id) => rows.get(id) ?? [])
  return pageOf(call, part, 'runs', await toRunAnswers(door, project, shown), runs.length > part.limit)
}

/** A run of all cases, of the given ones, or of none yet. */
export const addRun: Method = async (door, call) => {
  const project = await projectIn(door, call)
  const given = inputOf(bodies.AddRun, call.body)
  refuseSuite(given, project)
  const caseIds = given.include_all === false ? (given.case_ids ?? []) : undefined
  const testCaseIds = caseIds && (await caseIdsOf(door, project.id, caseIds, 'case_ids'))
  const input = inputOf(StartRun, {
    projectId: project.id,
    description: descriptionOf(given.name, given.description),
    extras: runExtras(asRead(call.body, given)),
    milestone: given.milestone_id == null ? undefined : await milestoneOf(door, project, given.milestone_id),
  })
  const run = testCaseIds?.length === 0 ? await startEmptyRun(door, input) : await startFull(door, input, testCaseIds)
  return await toAnswer(door, { run, project })
}

async function startFull(door: Door, input: StartRun, testCaseIds: string[] | undefined): Promise<TestRunHead> {
  const selection = testCaseIds && { testCaseIds: [...new Set(testCaseIds)] }
  const made = { results: async () => [], sent: async (run: TestRunHead) => run, kept: async (run: TestRunHead) => run }
  return await startRun<TestRunHead>(door, { ...input, selection }, made)
}

export const updateRun: Method = async (door, call) => {
  const { run, project } = await findRun(door, call)
  const given = inputOf(bodies.UpdateRun, call.body)
  const testCaseIds =
    given.include_all === true
      ? null
      : given.case_ids && (await caseIdsOf(door, project.id, given.case_ids, 'case_ids'))
  const change = inputOf(UpdateRun, { testRunId: run.id, ...(await textsIn(door, { run, project }, given, call.body)) })
  if (testCaseIds !== undefined && (testCaseIds !== null || given.include_all === true))
    await setCasesOfRun(door, { testRunId: run.id, testCaseIds })
  await changeRun(door, change)
  return await toAnswer(door, await readRun(door, run.id))
}

/** The changed texts of a run. */
async function textsIn(door: Door, { run, project }: FoundRun, given: bodies.UpdateRun, body: unknown) {
  const { name, description, milestone_id: milestoneId } = given
  const before = namesOf(run)
  return {
    ...((name != null || description !== undefined) && {
      description: descriptionOf(name ?? before.name, description === undefined ? before.description : description),
    }),
    ...(milestoneId !== undefined && {
      milestone: milestoneId === null ? null : await milestoneOf(door, project, milestoneId),
    }),
    extras: runExtras(asRead(body, given), run.extras),
  }
}

/** The body, with numbers and booleans converted. */
const asRead = (body: unknown, { include_all, assignedto_id }: bodies.UpdateRun) => ({
  ...(body as object),
  include_all,
  assignedto_id,
})

function refuseSuite({ suite_id }: { suite_id?: number | null | undefined }, { number }: FoundProject): void {
  if (suite_id != null && suite_id !== number) throw refusal('Field :suite_id is not a valid test suite.')
}

/** Closing an ended run changes nothing. */
export const closeRun: Method = async (door, call) => {
  const { run, project } = await findRun(door, call)
  return await toAnswer(door, { run: await completeIfRunning(door, run.id), project })
}

/** A credential may take back only a run of its own in which nothing is recorded. */
export const removeRun: Method = async (door, call) => {
  const { run } = await findRun(door, call)
  if (isSet(call, 'soft')) return {}
  if (door.actor.kind === 'user') await deleteRun(door, { testRunId: run.id })
  else await discardRun(door, { testRunId: run.id })
  return {}
}

async function toAnswer(door: Door, { run, project }: FoundRun): Promise<object> {
  const [answer] = await toRunAnswers(door, project, [run])
  return answer as object
}
