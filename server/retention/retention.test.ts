import { expect, test } from 'vitest'
import { machine } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'
import { applyRules, countChunks, daysAgo, endedAgo, endedRun, fillWithAttachments, newerRuns } from './testing.ts'

const server = await useTestServer()
const olga = await server.person('Olga')
const { db, write } = server.services

/** A project with a case, and thirty runs that are newer than all made before. */
async function projectWith<R>(make: (projectId: string) => Promise<R>) {
  const project = await server.project(olga)
  const suite = await server.suite(olga, project.id)
  const testCase = await server.testCase(olga, suite.id)
  const made = await make(project.id)
  await write(null, (trx) => newerRuns(trx, project.id, 30, 35))
  return { project, testCase, made, address: `/projects/${project.id}/retention` }
}

const statusOf = async (run: { id: string }) => (await server.get(`/test-runs/${run.id}`, olga)).status

test('old runs are deleted by the rules of the project, those that the preview has counted', async () => {
  const { project, made, address } = await projectWith(async (id) => ({
    pinned: await endedRun(server, olga, id, 40),
    milestone: await endedRun(server, olga, id, 40, { milestone: '1.0' }),
    running: await server.run(olga, id),
    old: await endedRun(server, olga, id, 40),
    late: await endedRun(server, olga, id, 20),
  }))
  const pinned = await server.patch(`/test-runs/${made.pinned.id}`, { isPinned: true }, machine(project))
  expect([pinned.status, pinned.body.isPinned]).toEqual([200, true])
  expect((await server.patch(`/test-runs/${made.pinned.id}`, { branch: 'x' }, olga)).body.isPinned).toBe(true)

  const forever = { keepRunsDays: null, keepAttachmentsDays: null, keepTracesDays: null }
  expect((await server.get(address, olga)).body).toEqual({ ...forever, wouldDelete: { runs: 0, bytes: 0 } })
  const preview = { ...forever, keepRunsDays: 30, wouldDelete: { runs: 1, bytes: 0 } }
  expect((await server.get(`${address}?keepRunsDays=30`, olga)).body).toEqual(preview)
  expect((await server.get(address, olga)).body).toMatchObject(forever)
  for (const keepRunsDays of [0, -1, 1.5, 'soon', 36_501]) {
    const refused = await server.patch(address, { keepRunsDays }, olga)
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('keepRunsDays must be')])
  }
  expect((await server.patch(address, { keepRunsDays: 30 }, olga)).body).toEqual(preview)
  const never = await server.get(`${address}?keepRunsDays=36500`, olga)
  expect(never.body.wouldDelete).toEqual({ runs: 0, bytes: 0 })

  await applyRules(server)
  expect(await Promise.all(Object.values(made).map(statusOf))).toEqual([200, 200, 200, 404, 200])
  await expect.poll(() => db.selectFrom('test_runs').select('id').where('id', '=', made.old.id).execute()).toEqual([])
  expect((await server.get(address, olga)).body.wouldDelete).toEqual({ runs: 0, bytes: 0 })
  const events = (await server.get(`/projects/${project.id}/audit`, olga)).body
  expect(events.map(({ action }: any) => action)).toEqual(
    expect.arrayContaining(['run.deleted', 'retention.changed', 'run.pinned']),
  )
})

test('an old run is found behind 500 newer ones', async () => {
  const { id } = await server.project(olga)
  await endedRun(server, olga, id, 40)
  await write({ project: id }, async (trx) => await newerRuns(trx, id, 500, 1))
  const { body } = await server.get(`/projects/${id}/retention?keepRunsDays=30`, olga)
  expect(body.wouldDelete.runs).toBe(1)
})

test('runs that stay lose their old attachments and traces, with those of their attempts', async () => {
  const failed = { status: 'error', errorMessage: 'x', trace: 'at line 1' }
  const { project, made, testCase, address } = await projectWith(async (id) => {
    const runs: any[] = []
    for (const days of [40, 5]) {
      const run = await server.run(olga, id)
      for (let attempt = 0; attempt < 2; attempt += 1)
        await server.execute(olga, run.results[0].testCase.id, run.id, failed)
      await server.attach(olga, run.results[0].id, 'four')
      await write({ testRun: run.id }, (trx) => endedAgo(trx, run.id, days))
      runs.push(run)
    }
    return runs
  })
  const shown = async (run: any) => {
    const [result] = (await server.get(`/test-runs/${run.id}`, olga)).body.results
    const attempts = (await server.get(`/test-runs/result/${result.id}/attempts`, olga)).body
    return [result.attachments.length, result.trace, ...attempts.map(({ trace }: any) => trace)]
  }
  const rules = { keepAttachmentsDays: 30, keepTracesDays: 30 }
  const { wouldDelete } = (await server.patch(address, rules, olga)).body
  expect(wouldDelete).toEqual({ runs: 0, bytes: 'four'.length + 3 * failed.trace.length })
  const before = await countChunks(db)
  await applyRules(server)
  await expect.poll(() => shown(made[0])).toEqual([0, null, null, null])
  await expect.poll(() => countChunks(db)).toBe(before - 1)
  expect(await shown(made[1])).toEqual([1, failed.trace, failed.trace, failed.trace])
  expect((await server.get(address, olga)).body.wouldDelete).toEqual({ runs: 0, bytes: 0 })
  const [event] = (await server.get(`/projects/${project.id}/audit?action=retention.applied`, olga)).body
  expect(event.after).toEqual({ run: made[0].ref, without: ['attachments', 'traces'] })

  await server.post(`/test-runs/${made[0].id}/reopen`, {}, olga)
  await server.execute(olga, testCase.id, made[0].id, failed)
  await write({ testRun: made[0].id }, (trx) => endedAgo(trx, made[0].id, 40))
  await applyRules(server)
  await expect.poll(() => shown(made[0])).toEqual([0, null, null, null, null])
})

test('while one server applies the rules, another waits, and takes over if it was killed', async () => {
  const { made, address } = await projectWith((id) => endedRun(server, olga, id, 40))
  await server.patch(address, { keepRunsDays: 30 }, olga)
  const leaseFor = (ms: number) => JSON.stringify({ holder: 'killed', until: Date.now() + ms })
  await write(null, async (trx) => {
    await trx
      .insertInto('settings')
      .values({ key: 'retention_lease', value: leaseFor(60_000) })
      .execute()
  })
  await applyRules(server)
  expect(await statusOf(made)).toBe(200)
  await write(null, async (trx) => {
    await trx
      .updateTable('settings')
      .set({ value: leaseFor(1_000) })
      .where('key', '=', 'retention_lease')
      .execute()
  })
  await applyRules(server)
  await expect.poll(() => statusOf(made)).toBe(404)
})

test('a deletion that its owner purges is gone at once, and its cases soon', async () => {
  const { project, testCase } = await projectWith(async () => undefined)
  const { deletionId } = (await server.delete(`/test-cases/${testCase.id}`, olga)).body
  const path = `/projects/${project.id}/deletions`
  expect((await server.post(`${path}/${deletionId}/purge`, undefined, olga)).status).toBe(200)
  expect((await server.get(path, olga)).body).toEqual([])
  for (const act of ['restore', 'purge'])
    expect((await server.post(`${path}/${deletionId}/${act}`, undefined, olga)).status).toBe(404)
  const left = db.selectFrom('deleted_test_cases').select('id').where('id', '=', testCase.id)
  await expect.poll(() => left.execute()).toEqual([])
})

/* Acceptance 23. `npm run bench -- purge` measures how long other writes wait. */
test('other writes are served while a run with many attachments is purged, and the pinned run stays whole', async () => {
  const project = await server.project(olga)
  const suite = await server.suite(olga, project.id)
  for (let index = 0; index < 10; index += 1) await server.testCase(olga, suite.id)
  const [pinned, old] = [await server.run(olga, project.id), await server.run(olga, project.id)]
  const fill = async (run: any, megabytes: number) => {
    for (const { id } of run.results) await write(null, (trx) => fillWithAttachments(trx, id, megabytes))
  }
  await fill(pinned, 1)
  const kept = await countChunks(db)
  await fill(old, 8)
  await server.patch(`/test-runs/${pinned.id}`, { isPinned: true }, olga)
  await write(null, (trx) => newerRuns(trx, project.id, 31, 1))
  for (const { id } of [pinned, old]) await write({ testRun: id }, (trx) => endedAgo(trx, id, 40))
  await server.patch(`/projects/${project.id}/retention`, { keepRunsDays: 30 }, olga)
  await applyRules(server)
  // These come first: a few calls later the purge may be over.
  const rename = () => server.patch(`/projects/${project.id}`, { name: `Shop ${daysAgo(0)}` }, olga)
  expect((await rename()).status).toBe(200)
  expect(await countChunks(db)).toBeGreaterThan(kept)
  expect([await statusOf(pinned), await statusOf(old)]).toEqual([200, 404])
  await expect.poll(() => db.selectFrom('test_runs').select('id').where('id', '=', old.id).execute()).toEqual([])
  expect(await countChunks(db)).toBe(kept)
})
