import { randomBytes } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useTestServer } from '../testing/use-server.ts'
import { embedded, playwrightReport, zipOf } from './testing-files.ts'

/* Reports while the disk of the folder for temporary files is full or gone. */

const server = await useTestServer()
const olga = await server.person('Olga')
let project: { id: string; clientSecret: string }
beforeEach(async () => {
  project = await server.project(olga)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

const bytes = randomBytes(300_000)
const upload = (report: string | Uint8Array) => server.upload(olga, project.id, report)
const ALLURE = {
  '1-result.json': JSON.stringify({
    uuid: 'pays',
    name: 'pays',
    status: 'passed',
    stage: 'finished',
    attachments: [{ name: 'Trace', source: 'trace', type: 'application/zip' }],
  }),
  trace: bytes,
}

type WriteArgs = [buffer: Buffer, offset: number, length: number, position: number]

/** A disk that fills up takes a part of the bytes, and fails only at the next write. */
async function takeHalfOfEachWrite(): Promise<void> {
  const file = await open(import.meta.filename)
  const prototype = Object.getPrototypeOf(file) as { write: (this: FileHandle, ...args: WriteArgs) => Promise<unknown> }
  await file.close()
  const { write } = prototype
  vi.spyOn(prototype, 'write').mockImplementation(function (this: FileHandle, buffer, offset, length, position) {
    return write.call(this, buffer, offset, Math.ceil(length / 2), position)
  })
}

test.each([
  ['of Playwright', () => playwrightReport([[embedded(bytes, 'trace.zip', 'application/zip')]])],
  ['in a zip file', () => zipOf(ALLURE)],
])('a file in a report %s keeps its bytes when the disk takes them in parts', async (_, report) => {
  await takeHalfOfEachWrite()
  const { status, body } = await upload(report())
  expect(status).toBe(201)
  const [result] = (await server.get(`/test-runs/${body.testRun.id}`, olga)).body.results
  const { authorization } = olga
  const answer = await fetch(`${server.url}/api/attachments/${result.attachments[0].id}`, {
    headers: { authorization },
  })
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
})

test('while the folder for temporary files is gone, a report is refused with 503, and recorded once it is back', async () => {
  vi.stubEnv('TMPDIR', '/nowhere')
  const { status, body, headers } = await upload(playwrightReport([[embedded(bytes)]]))
  expect([status, body.message]).toEqual([503, 'The folder for temporary files cannot be written'])
  expect(headers.get('retry-after')).toBe('30')
  vi.unstubAllEnvs()
  expect((await upload(playwrightReport([[embedded(bytes)]]))).status).toBe(201)
})
