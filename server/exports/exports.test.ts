import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { EXPORT_FORMATS } from '#shared/exports/export.ts'
import { isPostgres } from '../database/dialect.ts'
import { newId } from '../database/new-id.ts'
import { takeRefs } from '../test-cases/refs.repository.ts'
import { firstRevision, insertCaseRows } from '../test-cases/case-writes.repository.ts'
import { isFleet } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

const server = await useTestServer()
const olga = await server.person('Olga')
const HOSTILE = '../../"Shop" ü\r\nSet-Cookie: a=b\u202egnp.exe; filename=x/'
let run: any
beforeAll(async () => {
  const project = await server.project(olga, HOSTILE)
  const suite = await server.suite(olga, project.id, '=cmd|calc')
  for (const name of ['<script>alert(1)</script>', '=1+1', 'C'])
    await server.post('/test-cases', { testSuiteId: suite.id, name, type: 'auto' }, olga)
  run = await server.run(olga, project.id)
  const body = { testRunId: run.id, status: 'failed', errorMessage: '<img src=x onerror=alert(1)>\n@SUM(A1)' }
  await server.post(`/test-cases/${run.results[0].testCase.id}/execute`, body, olga)
})

const addressOf = (format: string, id = run.id) => `${server.url}/api/test-runs/${id}/export?format=${format}`
const headers = { authorization: olga.authorization }
const download = (format: string, method = 'GET') => fetch(addressOf(format), { method, headers })

describe.each(EXPORT_FORMATS)('%s', (format) => {
  test('is a file to be saved, of the right type and with a safe name, also for HEAD', async () => {
    const [file, head] = [await download(format), await download(format, 'HEAD')]
    const types = {
      csv: 'text/csv',
      json: 'application/json',
      ctrf: 'application/json',
      junit: 'application/xml',
      html: 'text/html',
    }
    for (const { status, headers: answered } of [file, head]) {
      expect(status).toBe(200)
      expect(answered.get('content-type')).toBe(`${types[format]}; charset=utf-8`)
      const disposition = answered.get('content-disposition') ?? ''
      expect(disposition).toMatch(/^attachment; filename="[\w .;=-]*\?*[^"]*"; filename\*=UTF-8''[\w.%!'-]+$/)
      const name = decodeURIComponent(/filename\*=UTF-8''(.+)$/.exec(disposition)?.[1] ?? '')
      expect(name).toMatch(/^Shop ü Set-Cookie a=b gnp\.exe; filename=x-R1\.(csv|json|ctrf\.json|xml|html)$/)
      expect([answered.get('set-cookie'), answered.get('cache-control')]).toEqual([null, 'no-store'])
      expect(answered.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
    }
    expect(await head.text()).toBe('')
  })

  test('has no script and no markup of its texts', async () => {
    const text = await (await download(format)).text()
    expect(text).toContain('alert(1)')
    if (format === 'html' || format === 'junit') expect(text).not.toMatch(/<script|<img/i)
  })
})

test('no cell of a CSV file runs in a spreadsheet', async () => {
  const rows: Record<string, string>[] = parse(await (await download('csv')).text(), { columns: true, bom: true })
  expect(rows.map(({ ref, suite, name, status }) => [ref, suite, name, status])).toEqual([
    ['C1', "'=cmd|calc", '<script>alert(1)</script>', 'failed'],
    ['C2', "'=cmd|calc", "'=1+1", 'pending'],
    ['C3', "'=cmd|calc", 'C', 'pending'],
  ])
  expect(rows[0]?.['errorMessage']).toBe("<img src=x onerror=alert(1)>\n'@SUM(A1)")
})

test('a CSV file quotes cells with a lone line break of either kind, a semicolon or a tab', async () => {
  const noted = await server.run(olga, run.projectId)
  const cells = ['one\ntwo', 'one\rtwo', 'one;two']
  for (const [index, notes] of cells.entries()) {
    const body = { testRunId: noted.id, status: 'passed', notes, trace: 'a\tb' }
    await server.post(`/test-cases/${noted.results[index].testCase.id}/execute`, body, olga)
  }
  const text = await (await fetch(addressOf('csv', noted.id), { headers })).text()
  for (const cell of [...cells, 'a\tb']) expect(text).toContain(`"${cell}"`)
  const rows: Record<string, string>[] = parse(text, { columns: true, bom: true, record_delimiter: '\r\n' })
  expect(rows.map(({ notes }) => notes)).toEqual(cells)
})

test('the last column of a CSV file has the defects of a result, and the HTML file shows those of a failure', async () => {
  const known = await server.run(olga, run.projectId)
  const failed = { status: 'failed', defects: ['PAY-1', 'https://tracker.example.com/PAY-2'] }
  const body = { testRunId: known.id, ...failed }
  expect((await server.post(`/test-cases/${known.results[0].testCase.id}/execute`, body, olga)).status).toBe(201)
  const text = await (await fetch(addressOf('csv', known.id), { headers })).text()
  const rows: Record<string, string>[] = parse(text, { columns: true, bom: true })
  expect(Object.entries(rows[0] as object).at(-1)).toEqual(['defects', 'PAY-1, https://tracker.example.com/PAY-2'])
  expect(rows[1]?.['defects']).toBe('')
  const html = await (await fetch(addressOf('html', known.id), { headers })).text()
  expect(html).toContain('PAY-1, https://tracker.example.com/PAY-2')
})

test.each(['', '?format=', '?format=pdf', '?format=csv&format=html'])('the query %j is refused', async (query) => {
  const { status, body } = await server.get(`/test-runs/${run.id}/export${query}`, olga)
  expect([status, body.message]).toEqual([400, 'format must be one of csv, json, ctrf, junit, html'])
})

test('another method is refused', async () => {
  const { status, headers: answered } = await server.post(`/test-runs/${run.id}/export?format=csv`, {}, olga)
  expect([status, answered.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
})

test('suites that share a number are kept apart', async () => {
  const project = await server.project(olga)
  const [one, two] = [await server.suite(olga, project.id, 'One'), await server.suite(olga, project.id, 'Two')]
  for (const { id } of [one, two, one, two]) await server.testCase(olga, id)
  const { id } = await server.run(olga, project.id)
  await server.services.write(null, async (db) => {
    await db.updateTable('test_run_suites').set({ number: 1 }).where('test_run_id', '=', id).execute()
    await db.updateTable('test_results').set({ suite_number: 1 }).where('test_run_id', '=', id).execute()
  })
  const text = await (await fetch(addressOf('junit', id), { headers })).text()
  expect(text.match(/<testsuite name="\w+" tests="2"/g)).toHaveLength(2)
  expect(text.match(/<testcase /g)).toHaveLength(4)
})

describe.skipIf(isFleet)('of 20,000 results', () => {
  const ROWS = 20_000
  let large: { id: string }
  let projectId: string
  const reads = { begun: 0, ended: 0 }

  beforeAll(async () => {
    const project = await server.project(olga, 'Large')
    projectId = project.id
    const { id: suiteId } = await server.suite(olga, project.id)
    await server.services.write(null, async (db) => {
      await takeRefs(db, project.id, ROWS)
      await insertCaseRows(
        db,
        Array.from({ length: ROWS }, (_, index) => ({
          id: newId(),
          test_suite_id: suiteId,
          project_id: project.id,
          ref: `C${index + 1}`,
          number: index + 1,
          ...firstRevision('2026-01-31T12:00:00.000Z', null),
          name: `Case ${index} ${'n'.repeat(200)}`,
          type: 'auto' as const,
          expected_value_type: null,
          expected_value: null,
          description: 'd'.repeat(2_000),
          automation_key: null,
          external_key: null,
          extras: null,
          preconditions: null,
          steps: null,
          priority: 'low' as const,
          tags: null,
          references: null,
        })),
      )
    })
    const body = { omitResults: true }
    large = (await server.post(`/test-runs/project/${project.id}`, body, olga)).body
    const { db } = server.services
    // PostgreSQL itself does so a minute later. Until then each chunk sorts the whole run.
    if (isPostgres(db)) await sql`analyze`.execute(db)
    const executor = db.getExecutor()
    const query = executor.executeQuery.bind(executor)
    executor.executeQuery = async (...given) => {
      const [{ sql: text }] = given
      if (!/from "test_results".* limit /s.test(text)) return await query(...given)
      reads.begun += 1
      return await query(...given).finally(() => (reads.ended += 1))
    }
  })

  /** How many reads there were since the last call, once nobody reads any more: without one for half a second. */
  const readsUntilRest = async () => {
    for (let seen = -1; seen < reads.begun || reads.ended < seen; await pause(500)) seen = reads.begun
    const { begun } = reads
    Object.assign(reads, { begun: 0, ended: 0 })
    return begun
  }

  test('a file has all of them, each once', async () => {
    const rows: Record<string, string>[] = parse(await (await fetch(addressOf('csv', large.id), { headers })).text(), {
      columns: true,
      bom: true,
    })
    expect(rows.map(({ ref }) => ref)).toEqual(Array.from({ length: ROWS }, (_, index) => `C${index + 1}`))
  })

  test('no more is read than the caller takes, and nothing once the caller has left', async () => {
    await readsUntilRest()
    await (await fetch(addressOf('json', large.id), { headers })).text()
    const all = await readsUntilRest()
    const [response] = (await once(get(addressOf('json', large.id), { headers }), 'response')) as [IncomingMessage]
    const taken = await readsUntilRest()
    expect(taken).toBeGreaterThan(0)
    // What is on its way fills the buffers of the connection.
    expect(taken).toBeLessThan(all / 4)
    response.destroy()
    expect(await readsUntilRest()).toBeLessThanOrEqual(2)
  })

  test('a file on its way ends, and is not complete, once its reader is removed from the project', async () => {
    const tess = await server.person('Tess')
    const member = await server.member(olga, projectId, tess)
    const asTess = { headers: { authorization: tess.authorization } }
    const [response] = (await once(get(addressOf('json', large.id), asTess), 'response')) as [IncomingMessage]
    await readsUntilRest()
    expect((await server.delete(`/projects/${projectId}/members/${member.userId}`, olga)).status).toBe(200)
    await expect(finished(response.resume())).rejects.toThrow('aborted')
    expect(await readsUntilRest()).toBeLessThanOrEqual(2)
  })
})
