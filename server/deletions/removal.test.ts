import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { newId } from '../database/new-id.ts'
import { machine as asMachine } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'
import { removeSomeOf } from './removal.ts'
import { removeRows } from './removal.repository.ts'

const server = await useTestServer()
const olga = await server.person('Olga')
const { db, write } = server.services

async function projectOf(cases: number) {
  const project = await server.project(olga)
  const suite = await server.suite(olga, project.id)
  for (let index = 0; index < cases; index += 1) await server.testCase(olga, suite.id, { name: `Case ${index}` })
  const run = await server.run(olga, project.id)
  const ids = run.results.map(({ id }: any) => id)
  for (const status of ['failed', 'passed']) await server.patch(`/test-runs/${run.id}/results`, { ids, status }, olga)
  return { project, suite, run }
}

/** Adds results to a run, for cases that never existed. */
async function fill(testRunId: string, count: number): Promise<void> {
  await write(null, async (trx) => {
    for (let index = 0; index < count; index += 1)
      await sql`insert into test_results
        (id, test_run_id, test_case_id, case_revision, test_suite_id, suite_number, number, status, attempts)
        values (${newId()}, ${testRunId}, ${newId()}, 1, ${newId()}, 1, ${index}, 'pending', 0)`.execute(trx)
  })
}

const countOf = async (table: 'test_results' | 'test_runs' | 'test_cases' | 'projects', column: string, id: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(db)
  return Number(rows[0]?.count)
}

test('a deleted run answers 404 at once and frees its key, and its rows are removed after that', async () => {
  const { project } = await projectOf(1)
  const start = async () => await server.post(`/test-runs/project/${project.id}`, { key: 'nightly' }, olga)
  const run = (await start()).body
  await fill(run.id, 5_000)
  expect((await server.delete(`/test-runs/${run.id}`, olga)).status).toBe(200)
  for (const path of ['', '/overview', '/export?format=csv'])
    expect((await server.get(`/test-runs/${run.id}${path}`, olga)).status).toBe(404)
  expect((await server.get(`/test-runs/project/${project.id}`, olga)).body.map(({ id }: any) => id)).not.toContain(
    run.id,
  )
  expect((await start()).status).toBe(201)
  await expect.poll(() => countOf('test_runs', 'id', run.id)).toBe(0)
  expect(await countOf('test_results', 'test_run_id', run.id)).toBe(0)
})

test('a deleted project answers 404 at once to its members and 401 to its credential, and is removed after that', async () => {
  const { project, suite, run } = await projectOf(3)
  const share = await server.post(`/test-runs/${run.id}/share`, {}, olga)
  const machine = asMachine(project)
  expect((await server.get(`/test-runs/${run.id}`, machine)).status).toBe(200)
  expect((await server.delete(`/projects/${project.id}`, olga)).status).toBe(200)
  for (const path of [`/projects/${project.id}`, `/test-suites/${suite.id}`, `/test-runs/${run.id}`]) {
    expect((await server.get(path, olga)).status).toBe(404)
    expect((await server.get(path, machine)).status).toBe(401)
  }
  const token = share.body.link.split('/').at(-1)
  expect((await server.get(`/shared-runs/${token}`)).status).toBe(404)
  await expect.poll(() => countOf('projects', 'id', project.id)).toBe(0)
  for (const table of ['test_runs', 'test_cases'] as const)
    expect(await countOf(table, 'project_id', project.id)).toBe(0)
})

test('a step of the removal deletes few rows, so that other writes take their turn', async () => {
  const { project } = await projectOf(1)
  const run = await server.run(olga, project.id)
  await fill(run.id, 1_000)
  const before = await countOf('test_results', 'test_run_id', run.id)
  await write({ testRun: run.id }, async (trx) => {
    await trx.updateTable('test_runs').set({ is_receiving: 1, remove_after: '2000' }).where('id', '=', run.id).execute()
  })
  await write({ testRun: run.id }, async (trx) => await removeRows(trx, { testRun: run.id }))
  const after = await countOf('test_results', 'test_run_id', run.id)
  expect([before - after > 0, before - after <= 500]).toEqual([true, true])
  for (let isGone = false; !isGone;)
    isGone = await write({ testRun: run.id }, async (trx) => await removeSomeOf(trx, { testRun: run.id }))
  expect(await countOf('test_runs', 'id', run.id)).toBe(0)
})

test('a hidden run whose start goes on is not removed', async () => {
  const { project } = await projectOf(1)
  const run = await server.run(olga, project.id)
  const set = { is_receiving: 1, remove_after: new Date(Date.now() + 3_600_000).toISOString() } as const
  await write({ testRun: run.id }, async (trx) => {
    await trx.updateTable('test_runs').set(set).where('id', '=', run.id).execute()
    expect(await removeRows(trx, { testRun: run.id })).toBe(true)
  })
  expect(await countOf('test_results', 'test_run_id', run.id)).toBe(1)
})
