import { beforeAll, describe, expect, test } from 'vitest'
import { expectEntities } from '../testing/entities.ts'
import { machine, type Person } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

/* Runs found by words and by their fields, and the values to choose from. */

const server = await useTestServer()
const olga = await server.person('Olga')
const tess = await server.person('Tess')
let project: { id: string; clientSecret: string }
/** By ref, oldest first. */
const runs: any[] = []

beforeAll(async () => {
  project = await server.project(olga)
  await server.member(olga, project.id, tess)
  const make = async (as: Person | ReturnType<typeof machine>, body: object, end?: string) => {
    const { body: run } = await server.post(`/test-runs/project/${project.id}`, body, as)
    if (end) await server.post(`/test-runs/${run.id}/complete`, { status: end }, as)
    runs.push(run)
  }
  await make(olga, { description: 'Nightly Straße', branch: 'main', environment: 'staging' }, 'completed')
  await make(
    tess,
    { key: 'build-7', branch: 'feature/100%_x', environment: 'staging', milestone: 'Release 2' },
    'failed',
  )
  await make(machine(project), { branch: 'main', environment: 'production', commit: 'ABCDEF0123' }, 'completed')
  await make(tess, { description: 'smoke NIGHTLY', milestone: 'Release 2', environment: 'qa' })
  await make(olga, { branch: 'Main', milestone: 'old' })
})

const path = (query = '') => `/test-runs/project/${project.id}?${query}`
const refs = (list: any[]) => list.map(({ ref }) => ref)
const found = async (query: string) => refs((await server.get(path(query), olga)).body)
const by = (person: Person) => `createdBy=${person.id}`

describe('a list of runs', () => {
  test.each<[string, string[]]>([
    ['', ['R5', 'R4', 'R3', 'R2', 'R1']],
    ['q=', ['R5', 'R4', 'R3', 'R2', 'R1']],
    ['q=nightly', ['R4', 'R1']],
    ['q=STRASSE', ['R1']],
    ['q=r3', ['R3']],
    ['q=build', ['R2']],
    ['q=abcdef', ['R3']],
    ['q=main', ['R5', 'R3', 'R1']],
    ['q=%22release+2%22', ['R4', 'R2']],
    ['q=release+smoke', ['R4']],
    ['q=100%25_', ['R2']],
    ['q=1__%25', []],
    ['q=staging', []],
    ['status=running', ['R5', 'R4']],
    ['status=completed', ['R3', 'R1']],
    ['status=completed&status=failed', ['R3', 'R2', 'R1']],
    ['branch=main', ['R3', 'R1']],
    ['branch=main&branch=Main', ['R5', 'R3', 'R1']],
    ['branch=', ['R5', 'R4', 'R3', 'R2', 'R1']],
    ['environment=staging', ['R2', 'R1']],
    ['milestone=Release+2', ['R4', 'R2']],
    ['milestone=Release+2&milestone=old', ['R5', 'R4', 'R2']],
    ['branch=main&environment=staging', ['R1']],
    ['status=completed&status=failed&environment=staging&q=7', ['R2']],
    ['branch=main&status=running', []],
  ])('a list of runs with %s has %j, newest first', async (query, expected) => {
    expect(await found(query)).toEqual(expected)
  })

  test('a list of runs has the runs that some people started', async () => {
    expect(await found(by(tess))).toEqual(['R4', 'R2'])
    expect(await found(`${by(tess)}&${by(olga)}`)).toEqual(['R5', 'R4', 'R2', 'R1'])
    expect(await found(`${by(tess)}&environment=qa`)).toEqual(['R4'])
  })

  test.each(['', 'q=r', 'status=completed&status=failed', 'branch=main', 'environment=staging', 'milestone=Release+2'])(
    'with %s comes by pages, by cursor and by offset, with its length',
    async (query) => {
      const { body, headers } = await server.get(path(query), olga)
      expectEntities('RunListItem', body)
      expect(headers.get('x-total-count')).toBe(String(body.length))
      const pages = await server.parts(path(`${query}&limit=1`), olga)
      expect([pages.length, pages.flat()]).toEqual([body.length, body])
      for (const rest of [`limit=1&offset=1`, `limit=1&cursor=${body[0].id}`]) {
        const page = await server.get(path(`${query}&${rest}`), olga)
        expect([page.body, page.headers.get('x-total-count')]).toEqual([[body[1]], String(body.length)])
      }
      expect((await server.get(path(`${query}&limit=1&offset=9`), olga)).headers.get('x-total-count')).toBe(
        String(body.length),
      )
    },
  )

  test.each([
    ['status=ended', 'status must be one of running, completed, failed'],
    [`branch=${Array(101).fill('x').join('&branch=')}`, 'branch may have at most 100 values'],
    ['q=%00', 'q must not contain NUL characters'],
    [`q=${Array.from({ length: 21 }, (_, index) => `w${index}x`).join('+')}`, 'q may have at most 20 words'],
  ])('a list of runs with %s is refused, and the field is named', async (query, message) => {
    const { status, body } = await server.get(path(query), olga)
    expect([status, body.message, body.issues[0].path[0]]).toEqual([400, message, query.split('=')[0]])
  })

  test('a list of runs of one tag changes its tag when a run comes, goes or no longer fits', async () => {
    const own = await server.project(olga)
    const list = `/test-runs/project/${own.id}?branch=main&limit=5`
    const seen = async (tag?: string) =>
      await server.call('GET', list, { as: olga, headers: tag === undefined ? {} : { 'If-None-Match': tag } })
    let tag = (await seen()).headers.get('etag') as string
    const run = (await server.post(`/test-runs/project/${own.id}`, { branch: 'main' }, olga)).body
    for (const change of [
      async () => {},
      async () => server.patch(`/test-runs/${run.id}`, { milestone: 'old' }, olga),
      async () => server.patch(`/test-runs/${run.id}`, { branch: 'next' }, olga),
    ]) {
      await change()
      const { status, headers } = await seen(tag)
      expect(status).toBe(200)
      tag = headers.get('etag') as string
      expect((await seen(tag)).status).toBe(304)
    }
    expect((await seen()).body).toEqual([])
  })
})

test('the values of runs are listed, last used first, each once', async () => {
  const { status, body } = await server.get(`/projects/${project.id}/run-values`, tess)
  expect([status, body]).toEqual([
    200,
    {
      branches: ['Main', 'main', 'feature/100%_x'],
      environments: ['qa', 'production', 'staging'],
      milestones: ['old', 'Release 2'],
      startedBy: [olga, tess].map(({ id, name }) => ({ id, name })),
    },
  ])
  const empty = await server.project(olga)
  const none = { branches: [], environments: [], milestones: [], startedBy: [] }
  expect((await server.get(`/projects/${empty.id}/run-values`, olga)).body).toEqual(none)
})

test('at most 50 values of a field are listed', async () => {
  const { id } = await server.project(olga)
  for (let index = 0; index < 52; index += 1)
    await server.post(`/test-runs/project/${id}`, { branch: `b${index}` }, olga)
  const { branches } = (await server.get(`/projects/${id}/run-values`, olga)).body
  expect(branches).toEqual(Array.from({ length: 50 }, (_, index) => `b${51 - index}`))
})
