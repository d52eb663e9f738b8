import { type AddressInfo, createServer, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { embedded, playwrightReport } from '../test-reports/testing-files.ts'
import { useTestServer } from '../testing/use-server.ts'

const BAD = 'X5O!P%@AP a file that the scanner knows'
const LONG = 'longer than StreamMaxLength'

/** Answers clamd's INSTREAM: it finds BAD, and hangs up on LONG. */
let heard: Buffer[] = []
const hungUp = Promise.withResolvers<void>()
const clamd = createServer((socket) => void serve(socket)).listen(0, '127.0.0.1')
await new Promise((resolve) => clamd.once('listening', resolve))
afterAll(() => clamd.close())

async function serve(socket: Socket): Promise<void> {
  let bytes = Buffer.alloc(0)
  socket.on('error', () => {})
  for await (const part of socket) {
    bytes = Buffer.concat([bytes, part as Buffer])
    if (bytes.includes(LONG) && socket.writable) socket.end('INSTREAM size limit exceeded. ERROR\0')
    const file = fileIn(bytes)
    if (!file) continue
    heard.push(file)
    socket.end(file.includes(BAD) ? 'stream: Win.Test.EICAR_HDB-1 FOUND\0' : 'stream: OK\0')
    return
  }
  if (bytes.includes(LONG)) hungUp.resolve()
}

/** The file, once its last chunk, which is empty, has arrived. */
function fileIn(bytes: Buffer): Buffer | undefined {
  const chunks: Buffer[] = []
  let at = 'zINSTREAM\0'.length
  while (bytes.length >= at + 4) {
    const length = bytes.readUInt32BE(at)
    if (length === 0) return Buffer.concat(chunks)
    chunks.push(bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}

const server = await useTestServer({ CLAMD_HOST: { host: '127.0.0.1', port: (clamd.address() as AddressInfo).port } })
const olga = await server.person('Olga')
const tess = await server.person('Tess')
const { project, run } = await server.projectWithRun(olga, tess)
const resultId = run.results[0].id

beforeEach(() => void (heard = []))

const stored = async () =>
  (await server.services.db.selectFrom('attachments').select('name').execute()).map((row) => row.name)
const runs = async () => (await server.get(`/test-runs/project/${project.id}`, olga)).body.length

test('a file is kept once the virus scanner has read all of it, and refused with what the scanner found', async () => {
  const clean = Buffer.alloc(700_000, 'clean ')
  expect((await server.attach(tess, resultId, clean, 'clean.log')).status).toBe(201)
  expect(heard.map((file) => file.equals(clean))).toEqual([true])
  const refused = await server.attach(tess, resultId, `${'x'.repeat(300_000)}${BAD}`, 'bad.log')
  expect([refused.status, refused.body.message]).toEqual([
    400,
    'The file is refused: the virus scanner found Win.Test.EICAR_HDB-1',
  ])
  expect(await stored()).toEqual(['clean.log'])
})

test('a report with a file in which the virus scanner finds something is refused as a whole', async () => {
  const before = await runs()
  const report = (text: string) => playwrightReport([[embedded(text, 'log', 'text/plain')]])
  const refused = await server.upload(olga, project.id, report(BAD))
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('EICAR')])
  expect([await runs(), (await stored()).length]).toEqual([before, 1])
  expect((await server.upload(olga, project.id, report('a clean log'))).status).toBe(201)
  expect([await runs(), (await stored()).length]).toEqual([before + 1, 2])
})

test('the log has what the virus scanner said before it hung up', async () => {
  const error = vi.spyOn(server.services.log, 'error')
  async function* file() {
    yield Buffer.alloc(300_000, LONG)
    await hungUp.promise
    yield Buffer.alloc(300_000, 'more')
  }
  const answer = await fetch(`${server.url}/api/test-runs/result/${resultId}/attachments?name=long.log`, {
    method: 'POST',
    headers: { authorization: tess.authorization },
    body: Readable.toWeb(Readable.from(file())) as ReadableStream,
    duplex: 'half',
  } as RequestInit)
  expect(answer.status).toBe(503)
  const [[{ err }] = [{}]] = error.mock.calls as any[]
  expect(err?.message).toBe('the scanner says "INSTREAM size limit exceeded. ERROR"')
  error.mockRestore()
})

test('no file is kept while the virus scanner does not answer', async () => {
  await new Promise((resolve) => clamd.close(resolve))
  const { status, body, headers } = await server.attach(tess, resultId, 'unseen', 'unseen.log')
  expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'SERVICE_UNAVAILABLE', '30'])
  expect(await stored()).not.toContain('unseen.log')
})
