import { randomBytes } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { killedAt, type ServerToKill } from '../testing/kill.ts'
import { largeReport, stateOf } from './testing.ts'

/* A report is recorded whole or not at all: the server is killed at each stage of an upload. */

let server: ServerToKill
afterEach(() => server.remove())

type IsStage = (server: ServerToKill) => Promise<boolean>

/** Uploads a report and kills the server at a stage of it. */
async function killAt(isStage: IsStage, report: string, wasStage?: IsStage) {
  const begin = async (server: ServerToKill) => {
    const project = (await server.call('POST', '/projects', { name: 'P' })).body
    return { project, answered: server.upload(project.id, report) }
  }
  const killed = await killedAt(isStage, begin, {}, wasStage)
  server = killed.server
  return { project: killed.project, answer: await killed.answered }
}

/** Large enough that its recording takes a while. Random texts take many transactions to store. */
const LARGE = 8_000
const REPORT = largeReport(LARGE, '', '<failure message="TEXT"/>').replaceAll('TEXT', () =>
  randomBytes(300).toString('base64'),
)

type Stage = Awaited<ReturnType<typeof stateOf>>

const STAGES: [name: string, isStage: (stage: Stage) => boolean, isAccepted: boolean][] = [
  ['while its parts are stored', ({ parts, reports }) => parts > 0 && reports === 0, false],
  ['once it is accepted', ({ reports }) => reports > 0, true],
  ['while it is recorded', ({ results }) => results > 0, true],
  ['when half of it is recorded', ({ results }) => results >= LARGE / 2, true],
  ['once it is recorded, before or after the answer', ({ results }) => results === LARGE, true],
]

test.each(STAGES)('a large report is whole or nowhere after kill -9 %s', async (_, isStage, isAccepted) => {
  const wasStage: IsStage = async ({ db }) => (await stateOf(db)).reports === Number(isAccepted)
  const { project, answer } = await killAt(async ({ db }) => isStage(await stateOf(db)), REPORT, wasStage)
  expect(answer?.status ?? 201).toBe(201)
  expect((await stateOf(server.db)).reports).toBe(Number(isAccepted))
  // As if time had passed: of several servers, another one could still be storing parts.
  await server.db.updateTable('test_report_parts').set({ stored_at: '2000-01-01T00:00:00.000Z' }).execute()
  await server.restart()
  const results = isAccepted ? LARGE : 0
  const [runs, reports] = [Number(isAccepted), Number(isAccepted)]
  expect(await stateOf(server.db)).toEqual({ parts: 0, reports, results, runs, unfinished: 0 })
  const listed = (await server.call('GET', `/test-runs/project/${project.id}`)).body as any[]
  expect(listed.map(({ summary }) => summary.failed)).toEqual(isAccepted ? [LARGE] : [])
  const again = await server.upload(project.id, REPORT)
  expect([again?.status, again?.body.recorded]).toEqual([isAccepted ? 200 : 201, LARGE])
  const { attempts } = await server.db
    .selectFrom('test_results')
    .select((eb) => eb.fn.max('attempts').as('attempts'))
    .executeTakeFirstOrThrow()
  expect(attempts).toBe(1)
})

const SMALL = 800

test.each<[string, (server: ServerToKill) => Promise<boolean>]>([
  ['while it is recorded', async (server) => await server.isWriting()],
  ['once it is recorded, before or after the answer', async ({ db }) => (await stateOf(db)).reports > 0],
])('a small report is whole or nowhere after kill -9 %s', async (_, isStage) => {
  const report = largeReport(SMALL)
  const { project, answer } = await killAt(isStage, report)
  await server.restart()
  const { reports, results, runs } = await stateOf(server.db)
  expect([reports, results, runs]).toEqual(reports === 0 ? [0, 0, 0] : [1, SMALL, 1])
  if (answer) expect(reports).toBe(1)
  const again = await server.upload(project.id, report)
  expect([again?.status, again?.body.recorded]).toEqual([reports === 0 ? 201 : 200, SMALL])
})
