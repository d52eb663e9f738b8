import { setTimeout as wait } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { machine, type Person } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

const server = await useTestServer()
const ada = await server.person('Ada')
const olga = await server.person('Olga')
const tess = await server.person('Tess')
let project: { id: string; clientSecret: string }
let other: { id: string }
const FIELDS = 'action actor after at before email id isErased network project requestId target'.split(' ')
const times: Record<string, string> = {}

beforeAll(async () => {
  project = await server.project(olga, 'Shop')
  other = await server.project(ada, 'Other')
  await server.member(olga, project.id, tess)
  // The times of events are in milliseconds. The acts before and after must not share this one.
  await wait(2)
  times['before change'] = new Date().toISOString()
  await wait(2)
  await server.patch(`/projects/${project.id}`, { description: '=1+1 100%_sure' }, olga)
  await server.post(`/invite/create/${project.id}`, { email: 'eve@example.com' }, olga)
  await server.patch(`/projects/${other.id}`, { name: 'Another' }, ada)
})

const ofProject = (query = '', as: { authorization: string } = olga) =>
  server.get(`/projects/${project.id}/audit?${query}`, as)
const ofAll = (query = '') => server.get(`/admin/audit?${query}`, ada)
const actionsOf = ({ body }: { body: { action: string }[] }) => body.map(({ action }) => action)

describe('the audit log', () => {
  test('an administrator reads the events of all projects with networks, newest first', async () => {
    const { status, body, headers } = await ofAll()
    expect(status).toBe(200)
    expect(actionsOf({ body })).toEqual([
      'project.changed',
      'invite.created',
      'project.changed',
      'member.added',
      'project.created',
      'project.created',
      'user.created',
      'user.created',
      'user.created',
    ])
    expect(headers.get('x-total-count')).toBe('9')
    for (const event of body) expect(Object.keys(event).toSorted()).toEqual(FIELDS)
    expect(body[0]).toMatchObject({
      actor: { kind: 'user', id: ada.id, name: 'Ada', credential: expect.stringMatching(/^session [\w-]{36}$/) },
      project: { id: other.id, name: 'Another' },
      target: { kind: 'project', id: other.id, name: 'Another' },
      before: { name: 'Other' },
      after: { name: 'Another' },
      network: '127.0.0.1',
      isErased: false,
    })
    expect(body[3].target).toEqual({ kind: 'user', id: tess.id, name: 'Tess' })
  })

  test('an owner reads the events of the project without networks', async () => {
    const { body, headers } = await ofProject()
    expect(actionsOf({ body })).toEqual(['invite.created', 'project.changed', 'member.added', 'project.created'])
    expect(headers.get('x-total-count')).toBe('4')
    expect(body.map(({ network }: { network: unknown }) => network)).toEqual([null, null, null, null])
    expect(body[0].email).toBe('eve@example.com')
  })

  test('the log of a project is unknown to strangers, administrators and other projects, and closed to testers', async () => {
    for (const path of [`/projects/${project.id}/audit`, `/projects/${project.id}/audit/export?format=csv`]) {
      expect((await server.get(path, ada)).status).toBe(404)
      const elsewhere = (await server.get(`/projects/${other.id}`, ada)).body
      expect((await server.get(path, machine(elsewhere))).status).toBe(404)
      for (const as of [tess, machine(project)]) expect((await server.get(path, as)).status).toBe(403)
      expect((await server.get(path)).status).toBe(401)
    }
    for (const path of ['/admin/audit', '/admin/audit/export?format=csv']) {
      expect((await server.get(path, olga)).status).toBe(403)
      expect((await server.get(path)).status).toBe(401)
    }
  })

  test('pages follow each other by their Link headers', async () => {
    const parts = await server.parts('/admin/audit?limit=4', ada)
    expect(parts.map(({ length }) => length)).toEqual([4, 4, 1])
    expect(parts.flat()).toEqual((await ofAll()).body)
    const { headers } = await ofAll(`limit=4&cursor=${parts[0]?.at(-1).id}`)
    expect(headers.get('x-total-count')).toBe('9')
  })
})

describe('a filter of the audit log', () => {
  const cases: [string, () => string, number][] = [
    ['of one action', () => 'action=project.changed', 2],
    ['of two actions', () => 'action=project.changed&action=member.added', 3],
    ['of an actor', () => `actor=${olga.id}`, 5],
    ['from a time on', () => `from=${times['before change']}`, 3],
    ['until a time', () => `to=${times['before change']}`, 6],
    ['of the plain words of an action', () => 'q=changed%20the', 2],
    ['of the name of an actor', () => 'q=OLGA', 5],
    ['of the names of an actor and a target', () => 'q=olga%20tess', 1],
    ['of a project', () => 'q=shop', 4],
    ['of a changed field', () => 'q=100%25_', 1],
    ['of an invited address', () => 'q=eve@', 1],
    ['of a network', () => 'q=127.0.0', 9],
    ['of nothing that is there', () => 'q=nobody', 0],
  ]
  test.each(cases)('%s finds what fits, and counts it', async (_, query, count) => {
    const { body, headers } = await ofAll(`${query()}&limit=1`)
    expect([body.length, headers.get('x-total-count')]).toEqual([Math.min(count, 1), String(count)])
    expect((await ofAll(query())).body.length).toBe(count)
  })

  test('the network finds nothing for an owner', async () => {
    expect((await ofProject('q=127.0')).body).toEqual([])
  })

  test.each([
    ['action=fly', 'action must be the name of an action'],
    ['from=yesterday', 'from must be a date and time with a zone, as in 2026-01-31T12:00:00Z'],
    ['limit=0', 'limit must be a whole number from 1 to 1000'],
  ])('%s answers 400', async (query, message) => {
    const { status, body } = await ofAll(query)
    expect([status, body.message]).toEqual([400, message])
  })
})

describe('an export of the audit log', () => {
  test.each([
    ['format=csv&action=fly', 'action must be the name of an action'],
    ['format=xml', 'format must be one of csv, ndjson'],
    ['', 'format must be one of csv, ndjson'],
  ])('%s answers 400', async (query, message) => {
    const { status, body } = await server.get(`/admin/audit/export?${query}`, ada)
    expect([status, body.message]).toEqual([400, message])
  })

  const download = async (path: string, as: Person, method = 'GET') => {
    const file = await fetch(`${server.url}/api${path}`, { method, headers: { authorization: as.authorization } })
    return {
      type: file.headers.get('content-type'),
      name: file.headers.get('content-disposition'),
      text: await file.text(),
    }
  }

  test('a CSV file has a row for each event, and no cell runs in a spreadsheet', async () => {
    const { type, name, text } = await download(
      `/projects/${project.id}/audit/export?format=csv&action=project.changed`,
      olga,
    )
    expect(type).toBe('text/csv; charset=utf-8')
    expect(name).toMatch(/^attachment; filename=audit-\d{4}-\d\d-\d\d\.csv$/)
    const [row, ...more] = parse(text, { bom: true, columns: true }) as Record<string, string>[]
    expect(more).toEqual([])
    expect(row).toMatchObject({ action: 'project.changed', what: 'Changed the project', actor: 'Olga', network: '' })
    expect(JSON.parse(row?.['after'] ?? '')).toEqual({ description: '=1+1 100%_sure' })
  })

  test('a file of JSON lines has what the list answers, and the export is an event of it', async () => {
    const { body } = await ofAll('action=invite.created')
    const { type, text } = await download('/admin/audit/export?format=ndjson&action=invite.created', ada)
    expect(type).toBe('application/x-ndjson; charset=utf-8')
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(body)
    const [event] = (await ofAll('action=audit.exported&limit=1')).body
    expect(event).toMatchObject({ actor: { id: ada.id }, after: { format: 'ndjson', action: ['invite.created'] } })
  })

  test('the event of an export has its filter without the words, which may be a name or an address', async () => {
    const words = 'actor=nobody&q=eve@example.com%20Olga'
    await download(`/admin/audit/export?format=csv&${words}`, ada)
    await download(`/projects/${project.id}/audit/export?format=csv&${words}`, olga)
    const events = (await ofAll('action=audit.exported&limit=2')).body
    for (const { after } of events) expect(after).toEqual({ format: 'csv', actor: 'nobody' })
  })

  test('HEAD answers the headers and is no event', async () => {
    const before = (await ofAll('action=audit.exported')).body.length
    expect((await download('/admin/audit/export?format=csv', ada, 'HEAD')).text).toBe('')
    expect((await ofAll('action=audit.exported')).body.length).toBe(before)
  })
})
