import { beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { ATTACHMENT_TYPES, type AttachmentItem } from '#shared/attachments/attachment.ts'
import { Member } from '#shared/members/member.ts'
import { Project, ProjectListItem } from '#shared/projects/project.ts'
import { TestCase } from '#shared/test-cases/test-case.ts'
import { PRIORITIES } from '#shared/test-cases/case-enums.ts'
import { RESULT_STATUSES } from '#shared/test-results/result-status.ts'
import { STEP_STATUSES } from '#shared/test-results/result-step.ts'
import { TestRun, TestRunListItem } from '#shared/test-runs/test-run.ts'
import { TestSuite } from '#shared/test-suites/test-suite.ts'
import { noteResults } from '../database/changes.ts'
import { newId } from '../database/new-id.ts'
import type { Db } from '../database/databases.ts'
import type { TestCaseRow } from '../test-cases/test-cases.repository.ts'
import { insertCaseRows } from '../test-cases/case-writes.repository.ts'
import type { Person } from '../testing/server.ts'
import { StrangeValues } from '../testing/strange-values.ts'
import { useTestServer } from '../testing/use-server.ts'

/*
 * Whole reads are JSON that the database makes. Byte for byte it is what tRPC answers, which is JSON.stringify of objects that
 * went through the schema, and it has what the lists have that are made of rows.
 */

const SIZES = [2_300, 0, 1, 40, 1_001, 1_000]
const TIMES = ['2026-01-31T12:00:00.000Z', '2025-12-31T23:59:59.999Z', null]

const server = await useTestServer()
const values = new StrangeValues(12)
let owner: Person
let projectId: string
let suiteIds: string[]
let runId: string
let refs = 0
let lists: { projectId: string; runIds: string[] }

beforeAll(async () => {
  owner = await server.person('Olga')
  const other = await server.person('Uwe')
  ;({ id: projectId } = await server.project(owner))
  suiteIds = []
  for (const size of SIZES) {
    const suite = await server.suite(owner, projectId, `Suite of ${size}`)
    suiteIds.push(suite.id)
    await write((db) => insertCaseRows(db, strangeCases(suite.id, size, [owner.id, other.id, null])))
  }
  await write(async (db) => {
    await db.updateTable('users').set({ name: values.text() }).where('id', '=', other.id).execute()
    for (const id of suiteIds)
      await db
        .updateTable('test_suites')
        .set({ name: values.text(), description: values.textOrNull() })
        .where('id', '=', id)
        .execute()
  })
  runId = (await server.run(owner, projectId, 'A run')).id
  await write((db) => recordStrangely(db, [owner.id, other.id, null]))
  lists = await strangeLists(other)
})

/** A project with two members, a run started by each of them, and one without an author. */
async function strangeLists(other: Person): Promise<typeof lists> {
  const { id } = await server.project(owner, 'Lists')
  await server.member(owner, id, other)
  const authors = [owner.id, other.id, null, other.id]
  const runIds: string[] = []
  for (const created_by of authors) {
    const run = await server.run(owner, id)
    runIds.push(run.id)
    const change = {
      created_by,
      description: values.textOrNull(),
      key: `${values.text()} ${run.id}`,
      branch: values.textOrNull(),
      commit: values.textOrNull(),
      environment: values.textOrNull(),
      build_url: values.textOrNull(),
      milestone: values.textOrNull(),
      duration_ms: values.pick([null, 0, 4e12]),
    }
    const done = created_by === null ? { completed_at: new Date().toISOString(), status: 'failed' as const } : {}
    await write((db) =>
      db
        .updateTable('test_runs')
        .set({ ...change, ...done })
        .where('id', '=', run.id)
        .execute(),
    )
  }
  const change = { name: values.text(), description: values.textOrNull() }
  await write((db) => db.updateTable('projects').set(change).where('id', '=', id).execute())
  return { projectId: id, runIds }
}

const write = <T>(work: (db: Db) => Promise<T>) => server.services.write(null, work)

const time = () => new Date(values.below(1e9)).toISOString()

const strangeCases = (test_suite_id: string, size: number, people: (string | null)[]): Omit<TestCaseRow, 'rank'>[] =>
  Array.from({ length: size }, (_, index) => ({
    id: newId(),
    test_suite_id,
    project_id: projectId,
    ref: `C${(refs += 1)}`,
    revision: 1 + values.below(1e9),
    number: index + 1,
    created_at: time(),
    updated_at: time(),
    updated_by: values.pick(people),
    reported_suite: values.textOrNull(),
    attachments: values.below(8) === 0 ? JSON.stringify(strangeAttachments()) : null,
    name: values.text(),
    type: values.pick(['manual', 'auto'] as const),
    expected_value_type: values.pick(['string', 'number', 'boolean', null] as const),
    expected_value: values.textOrNull(),
    description: values.textOrNull(),
    automation_key: values.below(2) === 0 ? null : `${index} ${values.text().slice(0, 50)} ${test_suite_id}`,
    external_key: null,
    extras: null,
    preconditions: values.textOrNull(),
    steps: values.listOrNull(() => ({ action: values.text(), expected: values.text() })),
    priority: values.pick(PRIORITIES),
    tags: values.listOrNull(() => values.text()),
    references: values.listOrNull(() => values.text()),
  }))

const strangeAttachments = (): AttachmentItem[] =>
  Array.from({ length: 1 + values.below(3) }, () => ({
    id: newId(),
    name: values.text(),
    type: values.pick(ATTACHMENT_TYPES),
    size: values.below(1e9),
  }))

async function recordStrangely(db: Db, people: (string | null)[]): Promise<void> {
  const results = await db.selectFrom('test_results').select('id').where('test_run_id', '=', runId).execute()
  const summary = Object.fromEntries([...RESULT_STATUSES, 'flaky'].map((count) => [count, 0]))
  for (const { id } of results) {
    const status = values.pick(RESULT_STATUSES)
    const flaky = values.pick([0, 1] as const)
    const outcome = {
      status,
      expected_value: values.textOrNull(),
      actual_value: values.textOrNull(),
      error_message: values.textOrNull(),
      trace: values.textOrNull(),
      notes: values.textOrNull(),
      defects: values.listOrNull(() => values.text()),
      execution_time_ms: values.below(8) === 0 ? null : values.number(),
      started_at: values.pick(TIMES),
      executed_at: values.pick(TIMES),
      executed_by: values.pick(people),
      attempts: values.below(1_000),
      flaky,
      is_status_by_hand: values.pick([0, 1] as const),
      steps: values.listOrNull(() =>
        values.below(2) === 0 ? null : { status: values.pick(STEP_STATUSES), note: values.textOrNull() },
      ),
      assignee_id: values.pick(people),
      attachments: values.below(8) === 0 ? JSON.stringify(strangeAttachments()) : null,
    }
    await db.updateTable('test_results').set(outcome).where('id', '=', id).execute()
    summary[status] = (summary[status] ?? 0) + 1
    summary['flaky'] = (summary['flaky'] ?? 0) + flaky
  }
  await db.updateTable('test_runs').set(summary).where('id', '=', runId).execute()
  noteResults(
    db,
    runId,
    results.map(({ id }) => id),
  )
}

/** The bytes of a REST answer, which the helpers of the test server would parse. */
async function rest(path: string, { method = 'GET', body }: { method?: string; body?: object } = {}): Promise<string> {
  const answer = await fetch(`${server.url}/api${path}`, {
    method,
    headers: { authorization: owner.authorization, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer()).toString('latin1')
}

/** The content of a tRPC answer as it was sent. */
async function trpc(procedure: string, input: object): Promise<string> {
  const address = `${server.url}/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`
  const answer = await fetch(address, { headers: { authorization: owner.authorization } })
  const text = Buffer.from(await answer.arrayBuffer()).toString('latin1')
  expect(text.startsWith('{"result":{"data":')).toBe(true)
  return text.slice('{"result":{"data":'.length, -'}}'.length)
}

/** Compares in parts: printing the difference of two whole answers would take minutes. */
function expectSame(actual: string, expected: string): void {
  let at = 0
  while (at < expected.length && actual.slice(at, at + 400) === expected.slice(at, at + 400)) at += 400
  expect(actual.slice(at, at + 400)).toBe(expected.slice(at, at + 400))
  expect(actual.length).toBe(expected.length)
}

const parsed = (bytes: string) => JSON.parse(Buffer.from(bytes, 'latin1').toString())

/** Within a suite, across the ends of suites and of chunks, and after the last case. */
const PARTS: Record<string, number>[] = [
  { offset: 2 },
  { limit: 1 },
  { limit: 499, offset: 1 },
  { limit: 1_000, offset: 1_950 },
  { limit: 1_000, offset: 2_300 },
  { limit: 40, offset: 2_301 },
  { limit: 1_000, offset: 4_341 },
  { offset: 4_342 },
  { limit: 5, offset: 1_000_000_000 },
]
const query = (part: Record<string, number>) =>
  new URLSearchParams(Object.entries(part).map(([name, value]) => [name, String(value)])).toString()

type Read = [path: () => string, procedure: string, input: () => object, schema: z.ZodType]

describe('a whole read of strange values is byte for byte what the schema makes of the rows', () => {
  const READS: Read[] = [
    [() => `/test-runs/${runId}`, 'testRuns.get', () => ({ testRunId: runId }), TestRun],
    [() => `/test-cases/test-run/${runId}`, 'testRuns.get', () => ({ testRunId: runId }), TestRun],
    ...SIZES.map((_, index): Read => {
      const id = () => suiteIds[index] as string
      return [() => `/test-suites/${id()}`, 'testSuites.get', () => ({ id: id() }), TestSuite]
    }),
    [() => `/projects/${projectId}`, 'projects.get', () => ({ id: projectId }), Project],
    [() => '/projects', 'projects.list', () => ({}), ProjectListItem.array()],
    [() => '/projects?limit=1', 'projects.list', () => ({ limit: 1 }), ProjectListItem.array()],
    [() => '/projects?limit=1&offset=1', 'projects.list', () => ({ limit: 1, offset: 1 }), ProjectListItem.array()],
    ...[{}, { limit: 1 }, { limit: 1, offset: 1 }, { offset: 2 }].map((page): Read => {
      const query = new URLSearchParams(Object.entries(page).map(([name, count]) => [name, String(count)]))
      const id = () => lists.projectId
      return [() => `/projects/${id()}/members?${query}`, 'members.list', () => ({ id: id(), ...page }), Member.array()]
    }),
    ...[{}, { limit: 2 }, { limit: 2, offset: 1 }, { limit: 9, offset: 9 }].map((page): Read => {
      const query = new URLSearchParams(Object.entries(page).map(([name, count]) => [name, String(count)]))
      const input = () => ({ projectId: lists.projectId, ...page })
      return [() => `/test-runs/project/${lists.projectId}?${query}`, 'testRuns.list', input, TestRunListItem.array()]
    }),
    ...[{ q: 'R' }, { q: 'r', status: ['running', 'failed'], limit: 2 }, { status: ['failed'] }].map((filter): Read => {
      const query = new URLSearchParams(
        Object.entries(filter).flatMap(([name, given]) => [given].flat().map((value) => [name, String(value)])),
      )
      const input = () => ({ projectId: lists.projectId, ...filter })
      return [() => `/test-runs/project/${lists.projectId}?${query}`, 'testRuns.list', input, TestRunListItem.array()]
    }),
    [
      () => `/test-runs/project/${lists.projectId}?limit=2&cursor=${lists.runIds[3]}`,
      'testRuns.list',
      () => ({ projectId: lists.projectId, limit: 2, cursor: lists.runIds[3] }),
      TestRunListItem.array(),
    ],
    [() => '/test-suites', 'testSuites.list', () => ({}), TestSuite.array()],
    [() => '/test-suites?limit=3&offset=1', 'testSuites.list', () => ({ limit: 3, offset: 1 }), TestSuite.array()],
    [() => `/test-suites/project/${projectId}`, 'testSuites.listInProject', () => ({ projectId }), TestSuite.array()],
    [() => '/test-cases', 'testCases.list', () => ({}), TestCase.array()],
    ...PARTS.map((part): Read => [() => `/test-cases?${query(part)}`, 'testCases.list', () => part, TestCase.array()]),
    ...[{}, ...PARTS].map((part): Read => {
      const path = () => `/test-cases/test-suite/${suiteIds[0]}?${query(part)}`
      return [path, 'testCases.listInSuite', () => ({ id: suiteIds[0], ...part }), TestCase.array()]
    }),
    ...PARTS.map((part): Read => {
      const path = () => `/test-suites/project/${projectId}?${query(part)}`
      return [path, 'testSuites.listInProject', () => ({ projectId, ...part }), TestSuite.array()]
    }),
  ]
  test.each(READS)('%s is %s', async (path, procedure, input, schema) => {
    const actual = await rest(path())
    expectSame(actual, await trpc(procedure, input()))
    expect(schema.parse(parsed(actual))).toEqual(parsed(actual))
  })
})

type Rows = [whole: () => string, items: (body: any) => unknown, list: () => string]

const withoutSecrets = (projects: object[]) => projects.map((project) => ({ ...project, clientSecret: null }))

describe('a whole read of strange values has what a list of rows has', () => {
  const ROWS: Rows[] = [
    [() => `/test-runs/${runId}`, ({ results }) => results, () => `/test-runs/${runId}/results`],
    ...SIZES.map((_, index): Rows => {
      const id = () => suiteIds[index] as string
      const found = () => `/projects/${projectId}/test-cases?testSuiteId=${id()}`
      return [() => `/test-suites/${id()}`, ({ testCases }) => testCases, found]
    }),
    [() => '/projects', withoutSecrets, () => `/users/${owner.id}/projects`],
  ]
  test.each(ROWS)('%s: %s as %s', async (whole, items, list) => {
    const [actual, expected] = [items(parsed(await rest(whole()))), parsed(await rest(list()))].map((json) =>
      JSON.stringify(json),
    )
    expect(expected).toMatch(/^\[/)
    expectSame(actual as string, expected as string)
  })
})

test.each([
  ['PATCH', () => `/projects/${projectId}`, ''],
  ['PATCH', () => `/test-suites/${suiteIds[0]}`, ''],
  ['POST', () => `/test-runs/${runId}`, '/complete'],
])('%s %s%s answers byte for byte what a read answers', async (method, path, action) => {
  const body = method === 'PATCH' ? { description: values.text().replaceAll('\0', '') } : {}
  const actual = await rest(`${path()}${action}`, { method, body })
  expect(path().endsWith(parsed(actual).id)).toBe(true)
  expectSame(actual, await rest(path()))
})
