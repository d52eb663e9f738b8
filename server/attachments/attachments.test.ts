import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { beforeEach, describe, expect, test } from 'vitest'
import { countStored, PNG } from './testing.ts'
import { expectEntities, expectEntity } from '../testing/entities.ts'
import { machine, type Person } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

const MB = 1024 * 1024

const server = await useTestServer({ ATTACHMENT_MAX_MB: 2 })
const olga = await server.person('Olga')
const tess = await server.person('Tess')

let project: { id: string; clientSecret: string }
let run: any
let resultId: string
beforeEach(async () => {
  await server.services.write(null, (db) => db.deleteFrom('attachments').execute())
  ;({ project, run } = await server.projectWithRun(olga, tess))
  resultId = run.results[0].id
})

const bytesOf = async (id: string, as: Person = tess) => {
  const answer = await fetch(`${server.url}/api/attachments/${id}`, { headers: { authorization: as.authorization } })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

const attachmentsOf = async () =>
  (await server.get(`/test-runs/${run.id}`, tess)).body.results.find(({ id }: any) => id === resultId).attachments

const rows = async () => await countStored(server.services.db)

describe('an attached picture', () => {
  test('an attached picture is answered with its type and size, and listed in its result', async () => {
    const { status, body } = await server.attach(tess, resultId, PNG, 'Screen 1.png', { 'content-type': 'text/html' })
    expect(status).toBe(201)
    expectEntity('Attachment', body)
    const item = { id: body.id, name: 'Screen 1.png', type: 'image/png', size: PNG.length }
    expect(body).toMatchObject({ ...item, createdBy: { id: tess.id, name: tess.name } })
    const list = await attachmentsOf()
    expectEntities('AttachmentItem', list)
    expect(list).toEqual([item])
  })

  test('an attached picture is read as it was sent, for showing, in a sandbox', async () => {
    const { id } = (await server.attach(tess, resultId, PNG, 'Bild ü.png')).body
    const { status, headers, bytes } = await bytesOf(id)
    expect([status, bytes.equals(PNG)]).toEqual([200, true])
    expect(headers.get('content-type')).toBe('image/png')
    expect(headers.get('content-disposition')).toBe(`inline; filename="Bild ?.png"; filename*=UTF-8''Bild%20%C3%BC.png`)
    expect(headers.get('content-security-policy')).toMatch(/^sandbox;/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toBe('private, no-store')
  })

  test('an attached picture is listed in the answer of the call that records the next attempt', async () => {
    await server.attach(tess, resultId, PNG)
    const { body } = await server.patch(`/test-runs/result/${resultId}`, { actualValue: 'ok' }, tess)
    expect([body.status, body.attachments.length]).toEqual(['passed', 1])
  })

  test('an attached picture of the project credential has no author', async () => {
    const { status, body } = await server.attach(machine(project), resultId, PNG)
    expect([status, body.createdBy]).toEqual([201, null])
  })
})

test('several attachments are listed in the order in which they came, also when they come at once', async () => {
  for (const name of ['1', '2']) await server.attach(tess, resultId, name, name)
  await Promise.all(['3', '4', '5'].map((name) => server.attach(tess, resultId, name, name)))
  const names = (await attachmentsOf()).map(({ name }: any) => name)
  expect([names.slice(0, 2), names.slice(2).toSorted()]).toEqual([
    ['1', '2'],
    ['3', '4', '5'],
  ])
})

describe('a file that could do harm', () => {
  test.each<[string, string | Buffer, string]>([
    ['a page', '<!doctype html><script>alert(1)</script>', 'text/html'],
    [
      'a drawing with a script',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      'image/svg+xml',
    ],
    ['a page that calls itself a picture', '<html><body onload=alert(1)>', 'image/png'],
    ['a program', Buffer.from([0x4d, 0x5a, 0x90, 0, 3]), 'image/jpeg'],
  ])('%s only downloads', async (_, file, type) => {
    const { id } = (await server.attach(tess, resultId, file, 'x.png', { 'content-type': type })).body
    const { headers, bytes } = await bytesOf(id)
    expect(headers.get('content-type')).toBe('application/octet-stream')
    expect(headers.get('content-disposition')).toBe('attachment; filename=x.png')
    expect(headers.get('content-security-policy')).toMatch(/^sandbox;/)
    expect(bytes.equals(Buffer.from(file))).toBe(true)
  })

  test('plain text is shown as text in UTF-8', async () => {
    const { id, type } = (await server.attach(tess, resultId, 'größer als 5', 'log.html')).body
    const { headers } = await bytesOf(id)
    expect([type, headers.get('content-type')]).toEqual(['text/plain', 'text/plain; charset=utf-8'])
    expect(headers.get('content-disposition')).toBe('inline; filename=log.html')
  })
})

describe('the name of an attachment', () => {
  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\fakepath\\a.png', 'a.png'],
    ['a\r\nSet-Cookie: b.png', 'aSet-Cookie: b.png'],
    ['report\u202Egnp.exe', 'reportgnp.exe'],
    ['  spaced.png ', 'spaced.png'],
    ['"; filename=b.png', '"; filename=b.png'],
  ])('%j is kept as %j', async (given, name) => {
    const { status, body } = await server.attach(tess, resultId, PNG, given)
    expect([status, body.name]).toEqual([201, name])
    expect((await bytesOf(body.id)).headers.get('content-disposition')).toMatch(/^inline; filename=/)
  })

  test.each(['', ' ', '..', '/', 'a/..', 'a\0b', 'x'.repeat(256)])('%j is refused', async (name) => {
    const { status, body } = await server.attach(tess, resultId, PNG, name)
    expect([status, body.issues[0].path]).toEqual([400, ['name']])
    expect(await rows()).toEqual([0, 0])
  })

  test('the name of an attachment that is missing is refused', async () => {
    const { status, body } = await server.call('POST', `/test-runs/result/${resultId}/attachments`, {
      as: tess,
      body: 'x',
      headers: { 'content-type': 'text/plain' },
    })
    expect([status, body.message]).toEqual([400, 'name is required'])
  })
})

describe('the size of an attachment', () => {
  test('the size of an attachment may be just the limit, and its bytes come back whole', async () => {
    const bytes = Buffer.from(Array.from({ length: 2 * MB }, (_, index) => (index * 7) % 256))
    const { status, body } = await server.attach(tess, resultId, bytes, 'large')
    expect([status, body.size]).toEqual([201, 2 * MB])
    expect((await bytesOf(body.id)).bytes.equals(bytes)).toBe(true)
  })

  test('an attachment over the limit is refused, with its size declared or not, and nothing stays', async () => {
    const declared = await server.attach(tess, resultId, Buffer.alloc(2 * MB + 1), 'large')
    expect([declared.status, declared.body.message]).toEqual([413, 'The attachment is larger than 2 MB'])
    const address = `${server.url}/api/test-runs/result/${resultId}/attachments?name=large`
    const chunks = Array.from({ length: 33 }, () => Buffer.alloc(64 * 1024))
    const undeclared = await fetch(address, {
      method: 'POST',
      body: Readable.toWeb(Readable.from(chunks)) as ReadableStream,
      headers: { authorization: tess.authorization },
      duplex: 'half',
    } as RequestInit)
    expect([undeclared.status, (await undeclared.json()).code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    expect(await rows()).toEqual([0, 0])
  })

  test('the size of an attachment of 0 bytes is refused', async () => {
    const { status, body } = await server.attach(tess, resultId, '', 'empty')
    expect([status, body.message]).toEqual([400, 'The attachment is empty'])
    expect(await rows()).toEqual([0, 0])
  })
})

test.each([
  ['a form', { 'content-type': 'multipart/form-data; boundary=x' }],
  ['a compressed body', { 'content-encoding': 'gzip' }],
])('%s is refused with 415', async (_, headers) => {
  expect((await server.attach(tess, resultId, 'x', 'x', headers)).status).toBe(415)
  expect(await rows()).toEqual([0, 0])
})

test('an upload whose connection drops leaves nothing', async () => {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  socket.write(
    `POST /api/test-runs/result/${resultId}/attachments?name=half HTTP/1.1\r\nHost: x\r\n` +
      `Authorization: ${tess.authorization}\r\nContent-Length: ${MB}\r\n\r\n`,
  )
  socket.write(Buffer.alloc(MB / 2))
  await expect.poll(rows).toEqual([1, 2])
  expect(await attachmentsOf()).toEqual([])
  socket.destroy()
  await expect.poll(rows).toEqual([0, 0])
})

test('what a killed server has left of an upload is hidden, and removed later', async () => {
  const { id } = (await server.attach(tess, resultId, PNG)).body
  await server.services.write(null, async (db) => {
    await db
      .insertInto('attachments')
      .values(
        ['2026-01-01T00:00:00.000Z', new Date().toISOString()].map((created_at, index) => ({
          id: `left ${index}`,
          test_result_id: resultId,
          test_case_id: null,
          test_report_id: null,
          project_id: null,
          name: 'left',
          type: 'text/plain' as const,
          size: 0,
          is_stored: 0 as const,
          created_at,
          created_by: null,
        })),
      )
      .execute()
    await db.insertInto('attachment_chunks').values({ attachment_id: 'left 0', number: 0, bytes: 'eA==' }).execute()
  })
  expect((await bytesOf('left 0')).status).toBe(404)
  const left = async () =>
    (await server.services.db.selectFrom('attachments').select('id').execute()).map((row) => row.id)
  await expect.poll(left, { timeout: 20_000 }).not.toContain('left 0')
  expect((await left()).toSorted()).toEqual([id, 'left 1'].toSorted())
  expect(await rows()).toEqual([2, 1])
})

describe('an ended run', () => {
  let id: string
  beforeEach(async () => {
    ;({ id } = (await server.attach(tess, resultId, PNG)).body)
    await server.post(`/test-runs/${run.id}/complete`, {}, tess)
  })

  test('an ended run takes and loses no attachments', async () => {
    const added = await server.attach(tess, resultId, PNG)
    expect([added.status, added.body.message]).toEqual([409, 'Only running test runs accept results'])
    expect((await server.delete(`/attachments/${id}`, tess)).status).toBe(409)
    expect((await attachmentsOf()).length).toBe(1)
    expect((await bytesOf(id)).status).toBe(200)
  })
})

test('a deleted attachment is gone from its result and cannot be read', async () => {
  const ids = []
  for (const name of ['a', 'b']) ids.push((await server.attach(tess, resultId, 'text', name)).body.id)
  const { status, body } = await server.delete(`/attachments/${ids[0]}`, tess)
  expect([status, body]).toEqual([200, { message: 'Attachment deleted' }])
  expect((await attachmentsOf()).map(({ id }: any) => id)).toEqual([ids[1]])
  expect((await bytesOf(ids[0])).status).toBe(404)
  expect((await server.delete(`/attachments/${ids[0]}`, tess)).status).toBe(404)
  expect(await rows()).toEqual([1, 1])
})

test.each([
  ['a run', () => server.delete(`/test-runs/${run.id}`, tess)],
  ['a project', () => server.delete(`/projects/${project.id}`, olga)],
])('deleting %s deletes its attachments', async (_, remove) => {
  await server.attach(tess, resultId, PNG)
  await remove()
  await expect.poll(rows).toEqual([0, 0])
})

test('a result takes 100 attachments and no more', async () => {
  const items = Array.from({ length: 99 }, () => ({ id: resultId, name: 'a', type: 'text/plain', size: 1 }))
  await server.services.write(null, (db) =>
    db
      .updateTable('test_results')
      .set({ attachments: JSON.stringify(items) })
      .where('id', '=', resultId)
      .execute(),
  )
  expect((await server.attach(tess, resultId, PNG)).status).toBe(201)
  const { status, body } = await server.attach(tess, resultId, PNG)
  expect([status, body.message]).toEqual([409, 'A test result takes at most 100 attachments'])
})

test('the same upload with the same Idempotency-Key attaches once, and after the end of the run too', async () => {
  const key = { 'Idempotency-Key': 'one' }
  const first = await server.attach(tess, resultId, PNG, 'a.png', key)
  const again = await server.attach(tess, resultId, PNG, 'a.png', key)
  expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([201, first.body, 'true'])
  expect((await server.attach(tess, resultId, 'other', 'a.png', key)).status).toBe(409)
  await server.post(`/test-runs/${run.id}/complete`, {}, tess)
  expect((await server.attach(tess, resultId, PNG, 'a.png', key)).body).toEqual(first.body)
  expect(await rows()).toEqual([1, 1])
})

describe('a signed address', () => {
  const open = async (path: string) => await fetch(`${server.url}/api${path}`)

  test('a signed address reads the attachment without a token for five minutes', async () => {
    const { id } = (await server.attach(tess, resultId, PNG)).body
    const { body } = await server.get(`/attachments/${id}/address`, tess)
    const left = Date.parse(body.expiresAt) - Date.now()
    expect(left).toBeGreaterThan(290_000)
    expect(left).toBeLessThanOrEqual(300_000)
    expect(body).toMatchObject({ createdAt: expect.any(String), createdBy: { id: tess.id, name: tess.name } })
    const answer = await open(body.path)
    expect([answer.status, Buffer.from(await answer.arrayBuffer()).equals(PNG)]).toEqual([200, true])
    expect(answer.headers.get('cache-control')).toMatch(/^private, max-age=(29\d|300)$/)
    expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox;/)
  })

  test('a signed address works for nothing else, and not when it is changed or late', async () => {
    const [id, other] = [
      (await server.attach(tess, resultId, PNG)).body.id,
      (await server.attach(tess, resultId, PNG)).body.id,
    ]
    const { path } = (await server.get(`/attachments/${id}/address`, tess)).body as { path: string }
    const wrong = [
      path.replace(id, other),
      path.replace(/expires=\d+/, (text) => `${text}0`),
      path.replace(/expires=\d+/, 'expires=1'),
      path.replace(/signature=./, 'signature='),
      `${path}&signature=x`,
      `/attachments/${id}?signature=x`,
    ]
    for (const address of wrong) {
      const { status, headers } = await open(address)
      expect([status, headers.get('content-security-policy')]).toEqual([401, expect.stringMatching(/^sandbox;/)])
    }
  })

  test('a signed address of a deleted attachment answers 404', async () => {
    const { id } = (await server.attach(tess, resultId, PNG)).body
    const { path } = (await server.get(`/attachments/${id}/address`, tess)).body as { path: string }
    await server.delete(`/attachments/${id}`, tess)
    expect((await open(path)).status).toBe(404)
  })
})

test('HEAD answers the headers without the bytes', async () => {
  const { id } = (await server.attach(tess, resultId, PNG)).body
  const headers = { authorization: tess.authorization }
  const answer = await fetch(`${server.url}/api/attachments/${id}`, { method: 'HEAD', headers })
  expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(PNG.length)])
})

test('an unknown method of an attachment answers 405 with what is allowed', async () => {
  const { status, headers } = await server.call('PUT', `/attachments/${resultId}`, { as: tess })
  expect([status, headers.get('allow')]).toEqual([405, 'DELETE, GET, HEAD, OPTIONS'])
})
