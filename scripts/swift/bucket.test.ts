import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { serverToKill, type ServerToKill } from '#server/testing/kill.ts'
import { ServerProcess, temporaryFolder } from '#server/testing/process.ts'
import { hasSwift, startSwift, type Swift } from './swift-server.ts'

const PIECES = 40
const LARGE = PIECES * 256 * 1024
/** The maximum number of deletions that may end before they are seen. */
const TRIES = 5
const LATER = '2000-01-01T00:00:00.000Z'

describe.skipIf(!hasSwift())('with Swift as its bucket', () => {
  let swift: Swift
  let server: ServerToKill
  let prefix: string
  beforeAll(async () => void (swift = await startSwift()), 300_000)
  afterEach(() => server.remove())
  afterAll(() => swift.remove())

  async function begin(): Promise<string> {
    prefix = randomBytes(4).toString('hex')
    server = await serverToKill(swift.variables(prefix))
    const call = async (path: string, body: object) => (await server.call('POST', path, body)).body
    const project = await call('/projects', { name: 'P' })
    const suite = await call('/test-suites', { name: 'S', projectId: project.id })
    return `/test-cases/${(await call('/test-cases', { name: 'C', testSuiteId: suite.id, type: 'auto' })).id}`
  }

  async function restart(): Promise<void> {
    await server.killAfter(0, Promise.resolve())
    await server.restart()
  }

  /** As if an hour had passed. */
  async function leaveNothingWaiting(): Promise<void> {
    await server.db.updateTable('attachments').set({ created_at: LATER }).where('is_stored', '=', 0).execute()
    await restart()
    await expect
      .poll(async () => (await server.db.selectFrom('attachments').selectAll().execute()).map(isHidden))
      .not.toContain(true)
    await server.db.updateTable('bucket_removals').set({ due_at: LATER }).execute()
    await restart()
  }
  const isHidden = ({ is_stored }: { is_stored: number }) => is_stored === 0

  const all = async () => await swift.files(prefix)
  const files = async (id: string) => (await all()).filter((name) => name.startsWith(`${id}/`)).length

  async function untilDeleted(id: string): Promise<void> {
    await expect.poll(async () => await files(id)).toBe(0)
  }

  test('a file comes back as it was sent, and only while the bucket works', async () => {
    const path = await begin()
    const bytes = randomBytes(700_000)
    const added = await server.attach(path, bytes)
    expect(added?.status).toBe(201)
    const id = added?.body.id
    const read = async () => await server.bytesOf(id)
    expect((await read()).bytes.equals(bytes)).toBe(true)
    expect(await files(id)).toBeGreaterThan(2)
    await swift.stop()
    expect((await read()).status).toBe(503)
    expect((await server.attach(path, bytes))?.status).toBe(503)
    await swift.start()
    await expect.poll(async () => (await read()).status).toBe(200)
    expect((await server.call('DELETE', `/attachments/${id}`)).status).toBe(200)
    await leaveNothingWaiting()
    await expect.poll(all).toEqual([])
  })

  test('a server that is killed during an upload leaves no object of it, and all of those that were acknowledged', async () => {
    const path = await begin()
    const kept = await server.attach(path, Buffer.from('kept'))
    const work = server.attach(path, randomBytes(LARGE))
    expect(await server.killAt(async () => (await all()).length > 3, work)).toBe(true)
    expect(await work).toBeUndefined()
    await leaveNothingWaiting()
    await expect.poll(all).toEqual([`${kept?.body.id}/0`])
    expect(String((await server.bytesOf(kept?.body.id)).bytes)).toBe('kept')
  })

  test('a server that is killed while it deletes objects goes on when it starts again', async () => {
    const path = await begin()
    const deleteAndKill = async (): Promise<boolean> => {
      const id = (await server.attach(path, randomBytes(LARGE)))?.body.id
      expect(await files(id)).toBeGreaterThanOrEqual(PIECES)
      await server.call('DELETE', `/attachments/${id}`)
      await restart()
      const deleted = untilDeleted(id)
      const isUnderWay = async () => {
        const left = await files(id)
        return left > 0 && left < PIECES
      }
      return await server.killAt(isUnderWay, deleted)
    }
    let tries = 1
    while (!(await deleteAndKill()) && tries < TRIES) tries += 1
    await restart()
    await expect.poll(all).toEqual([])
    await expect.poll(async () => await server.db.selectFrom('bucket_removals').selectAll().execute()).toEqual([])
  })

  test('a wrong key stops the start with a line that names the variable', async () => {
    await begin()
    const folder = temporaryFolder()
    const variables = {
      ...swift.variables(prefix),
      S3_SECRET_ACCESS_KEY: 'wrong',
      DATABASE_URL: `file:${folder.path}/assay.db`,
    }
    const wrong = new ServerProcess(variables)
    expect(await wrong.exited).toBe(1)
    expect(wrong.err).toContain(
      'Assay cannot start. ATTACHMENT_STORE: the bucket "files" cannot be used: S3 returned 403',
    )
    folder.remove()
  })
})
