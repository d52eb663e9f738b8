import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SERVER_FLAGS, SERVER_MEMORY } from '../../scripts/launch.mjs'
import { readConfig } from '../config.ts'
import { countRows } from '../database/count-rows.ts'
import { openDatabases } from '../database/databases.ts'
import { isOnPostgres, type TestDatabase, testDatabase } from '../testing/database.ts'
import { request, ServerProcess } from '../testing/process.ts'

/* 100 attachments of 1 MB at once, to three servers on PostgreSQL and to one on SQLite. */

const MB = 1024 * 1024
const FILES = 100
const OWNERS = 10
const SERVERS = isOnPostgres ? 3 : 1
const ENVIRONMENT = { LOG_LEVEL: 'fatal', JWT_SECRET: 'a secret for tests only, 32 long', ...SERVER_MEMORY }

let database: TestDatabase
let servers: ServerProcess[]
let urls: string[]
let token: string
/** The paths of results and cases. */
let owners: string[]
let round = 0
beforeEach(async () => {
  database = await testDatabase({ isMigrated: true })
  servers = Array.from(
    { length: SERVERS },
    () => new ServerProcess({ ...ENVIRONMENT, DATABASE_URL: database.url }, { flags: SERVER_FLAGS }),
  )
  urls = await Promise.all(servers.map((server) => server.ready()))
  const ada = { email: 'ada@example.com', password: 'secret', name: 'Ada' }
  token = (await request(urls[0] as string, 'POST', '/auth/sign-up', ada)).body.accessToken
  const project = await post('/projects', { name: 'P' })
  const suite = await post('/test-suites', { name: 'S', projectId: project.id })
  const cases = []
  for (let index = 0; index < OWNERS; index += 1)
    cases.push(await post('/test-cases', { name: `Case ${index}`, testSuiteId: suite.id, type: 'auto' }))
  const { results } = await post(`/test-runs/project/${project.id}`, {})
  owners = [...results.map(({ id }: any) => `/test-runs/result/${id}`), ...cases.map(({ id }) => `/test-cases/${id}`)]
})
afterEach(async () => {
  await Promise.all(servers.map((server) => server.kill('SIGKILL')))
  await database.remove()
})

const post = async (path: string, body: object) => (await request(urls[0] as string, 'POST', path, body, token)).body

type Uploaded = { id: string; name: string; bytes: Buffer }

/** Uploads files in parallel. Each is retried on the next server until it succeeds. */
async function uploadAll(onAnswer: () => void = () => {}, files = FILES): Promise<Uploaded[]> {
  round += 1
  return await Promise.all(
    Array.from({ length: files }, async (_, index) => {
      const bytes = randomBytes(MB)
      const name = `file ${index} of ${round}`
      for (let attempt = 0; ; attempt += 1) {
        const url = urls[(index + attempt) % SERVERS] as string
        const answer = await fetch(`${url}/api${owners[index % owners.length]}/attachments?name=${name}`, {
          method: 'POST',
          body: bytes,
          headers: { authorization: `Bearer ${token}`, 'idempotency-key': name },
        }).catch(() => undefined)
        if (answer?.status === 201) {
          const { id } = (await answer.json()) as { id: string }
          onAnswer()
          return { id, name, bytes }
        }
        if (answer && answer.status < 500) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`)
        await pause(50)
      }
    }),
  )
}

/** Expects every attachment to be listed once, and each server to return its original bytes. */
async function expectAll(uploaded: Uploaded[]): Promise<void> {
  const listed = new Map<string, string>()
  for (const owner of owners) {
    const rows = owner.startsWith('/test-cases')
      ? [(await request(urls[0] as string, 'GET', owner, undefined, token)).body]
      : (await resultsOf()).filter(({ id }) => owner.endsWith(id))
    for (const { attachments } of rows) for (const { id, name } of attachments) listed.set(id, name)
  }
  expect(listed).toEqual(new Map(uploaded.map(({ id, name }) => [id, name])))
  for (const [index, { id, bytes }] of uploaded.entries()) {
    const answer = await fetch(`${urls[index % SERVERS]}/api/attachments/${id}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(bytes.equals(Buffer.from(await answer.arrayBuffer()))).toBe(true)
  }
}

async function resultsOf(): Promise<any[]> {
  const [project] = (await request(urls[0] as string, 'GET', '/projects', undefined, token)).body
  const [run] = (await request(urls[0] as string, 'GET', `/test-runs/project/${project.id}`, undefined, token)).body
  return (await request(urls[0] as string, 'GET', `/test-runs/${run.id}`, undefined, token)).body.results
}

test('100 attachments of 1 MB sent at once are all there, byte for byte, after a server was killed and restarted', async () => {
  let answers = 0
  const { promise: isUnderWay, resolve: begin } = Promise.withResolvers<void>()
  const uploads = uploadAll(() => {
    answers += 1
    if (answers === FILES / 10) begin()
  })
  await isUnderWay
  await servers[0]?.kill('SIGKILL')
  expect(answers).toBeLessThan(FILES)
  const { port } = new URL(urls[0] as string)
  servers[0] = new ServerProcess({ ...ENVIRONMENT, DATABASE_URL: database.url, PORT: port })
  await servers[0].ready()
  const uploaded = await uploads
  await expectAll(uploaded)
  await expectNothingElse()
})

/** Expects the leftovers of the killed server to be removed, as an hour later. */
async function expectNothingElse(): Promise<void> {
  const { writer: db, close } = await openDatabases(readConfig({ DATABASE_URL: database.url }).DATABASE_URL)
  const countOf = async (table: 'attachments' | 'attachment_chunks') => await countRows(db.selectFrom(table))
  await db.updateTable('attachments').set({ created_at: '2000-01-01' }).where('is_stored', '=', 0).execute()
  await expect.poll(() => countOf('attachments')).toBe(FILES)
  // A chunk of a busy client may be smaller than the others.
  expect(await countOf('attachment_chunks')).toBeGreaterThanOrEqual(FILES * 4)
  await close()
}

test.runIf(process.platform === 'linux' && isOnPostgres)(
  'the memory of three servers grows by less than 50 MB each while they take 100 attachments of 1 MB at once',
  async () => {
    // A server that has just started has the smallest heap that it ever has.
    await uploadAll(() => {}, FILES / 10)
    const before = servers.map(residentOf)
    const peak = [...before]
    const timer = setInterval(() => {
      for (const [index, server] of servers.entries()) peak[index] = Math.max(peak[index] as number, residentOf(server))
    }, 10)
    await uploadAll().finally(() => clearInterval(timer))
    const growth = peak.map((bytes, index) => (bytes - (before[index] as number)) / MB)
    if (process.env['TEST_LOG_LEVEL'] === 'debug') console.log('Memory has grown by MB:', growth)
    expect(Math.max(...growth)).toBeLessThan(50)
  },
)

function residentOf({ child }: ServerProcess): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}
