import { expect, test } from 'vitest'
import { callEverything } from '../testing/calls.ts'
import { useTestServer } from '../testing/use-server.ts'
import { World } from '../testing/world.ts'

/* Every call leaves the rows of projects and people that it is not about as they are. */

const TABLES = [
  'users',
  'sessions',
  'api_tokens',
  'projects',
  'project_members',
  'invites',
  'test_suites',
  'test_cases',
  'test_case_revisions',
  'deletions',
  'deleted_test_suites',
  'deleted_test_cases',
  'case_changes',
  'changed_cases',
  'imports',
  'imported_test_cases',
  'quarantined_test_cases',
  'test_runs',
  'test_run_suites',
  'test_results',
  'test_result_attempts',
  'test_reports',
  'attachments',
  'attachment_chunks',
  'run_shares',
  'project_badges',
  'webhooks',
  'notices',
] as const

const server = await useTestServer()
const olga = await server.person('Olga')
const { db } = server.services

async function rowsOf(table: (typeof TABLES)[number]): Promise<string[]> {
  return (await db.selectFrom(table).selectAll().execute()).map((row) => JSON.stringify(row))
}

/** Fills each table with rows of a project. */
async function fill(): Promise<void> {
  const world = await new World(server, await server.person('Bob')).open([])
  const { owner, project } = world
  await server.patch(`/projects/${project.id}`, { name: 'Other' }, owner)
  const { id, testRunId, testCase } = await world.result()
  await server.execute(owner, testCase.id, testRunId, { actualValue: 'wrong' })
  await server.execute(owner, testCase.id, testRunId)
  await server.attach(owner, id, 'of a result')
  await server.call('PUT', `/test-cases/${testCase.id}/quarantine`, { as: owner, body: {} })
  const report = '<testsuite name="New"><testcase name="new"/></testsuite>'
  await server.upload(owner, project.id, report, { run: 'key' })
  await server.post(`/test-runs/${testRunId}/complete`, {}, owner)
  for (const make of [
    'attachmentOfCase',
    'share',
    'badge',
    'notice',
    'caseChange',
    'importId',
    'deletionId',
    'invite',
    'newMember',
    'personalToken',
    'endedRun',
  ] as const)
    await world[make]()
  await server.delete(`/test-suites/${(await world.testCase()).testSuiteId}`, owner)
  await world.webhook()
}

test('no call changes a row of another project', async () => {
  await fill()
  const before = new Map<(typeof TABLES)[number], string[]>()
  for (const table of TABLES) before.set(table, await rowsOf(table))
  expect(TABLES.filter((table) => before.get(table)?.length === 0)).toEqual([])

  await callEverything(server, olga)
  const removed = db.selectFrom('projects').select('id').where('deleted_at', 'is not', null)
  await expect.poll(() => removed.execute()).toEqual([])

  const lost: Record<string, string[]> = {}
  for (const [table, rows] of before) {
    const after = new Set(await rowsOf(table))
    // Olga makes some of the calls.
    const missing = rows.filter((row) => !after.has(row) && !row.includes(olga.id))
    if (missing.length > 0) lost[table] = missing
  }
  expect(lost).toEqual({})
})
