import { beforeEach, describe, expect, test } from 'vitest'
import { expectEntities } from '../../testing/entities.ts'
import { useTestServer } from '../../testing/use-server.ts'
import { indexSome } from '../../database/search/texts.ts'

const server = await useTestServer()
const olga = await server.person('Olga')
let project: { id: string }
let suite: { id: string }
beforeEach(async () => {
  project = await server.project(olga)
  suite = await server.suite(olga, project.id)
})

const create = async (body: object, testSuiteId = suite.id) =>
  (await server.post('/test-cases', { name: 'Case', type: 'auto', testSuiteId, ...body }, olga)).body
const path = (query: Record<string, string> | string = '') =>
  `/projects/${project.id}/test-cases?${new URLSearchParams(query)}`
const found = async (query: Record<string, string> | string) =>
  (await server.get(path(query), olga)).body.map(({ name }: { name: string }) => name)

async function indexAll() {
  while ((await server.services.write(null, indexSome)) > 0);
}

describe.each([
  ['waiting for the index', async () => {}],
  ['in the index', indexAll],
])('a search of cases %s', (_, prepare) => {
  beforeEach(async () => {
    await create({ name: 'Pays', description: 'By credit card' })
    await create({
      name: 'Refunds',
      steps: [{ action: 'Open *Straße*', expected: 'ПРИВЕТ' }],
      type: 'manual',
      preconditions: 'nowhere',
    })
    await create({ name: 'Tagged', tags: ['Smoke', 'gift card'], priority: 'critical' })
    await create({ name: 'Keyed', automationKey: 'shop.Cart › 100% _done_ [a]?' })
    await prepare()
  })

  test.each([
    ['pay', ['Pays']],
    ['AY', ['Pays']],
    ['CREDIT card', ['Pays']],
    ['card', ['Pays', 'Tagged']],
    ['"gift card"', ['Tagged']],
    ['c2', ['Refunds']],
    ['strasse', ['Refunds']],
    ['привет', ['Refunds']],
    ['ве', ['Refunds']],
    ['smoke', ['Tagged']],
    ['CART ›', ['Keyed']],
    ['100%', ['Keyed']],
    ['0% _d', ['Keyed']],
    ['1__%', []],
    ['[a]?', ['Keyed']],
    ['*strasse*', ['Refunds']],
    ['p*s', []],
    ['pay?', []],
    ['[p]ays', []],
    ['nowhere', []],
    ['pays refunds', []],
    ['', ['Pays', 'Refunds', 'Tagged', 'Keyed']],
    ['q"', []],
    [String.raw`a\b`, []],
  ])('the words %j find %j', async (q, names) => {
    expect(await found({ q })).toEqual(names)
  })

  test('a word that is longer when it is folded finds nothing', async () => {
    const selection = { q: 'ᾷ'.repeat(10_000) }
    const { body } = await server.post(`/projects/${project.id}/test-cases/count`, { selection }, olga)
    expect(body).toEqual({ count: 0 })
  })

  test.each<[string, string[]]>([
    ['type=manual', ['Refunds']],
    ['type=AUTOMATED', ['Pays', 'Tagged', 'Keyed']],
    ['type=auto&type=manual', ['Pays', 'Refunds', 'Tagged', 'Keyed']],
    ['notType=auto', ['Refunds']],
    ['type=auto&notType=auto', []],
    ['priority=critical&priority=low', ['Tagged']],
    ['priority=medium', ['Pays', 'Refunds', 'Keyed']],
    ['notPriority=medium', ['Tagged']],
    ['tag=SMOKE', ['Tagged']],
    ['tag=api&tag=smoke', ['Tagged']],
    ['tag=smok', []],
    ['notTag=smoke', ['Pays', 'Refunds', 'Keyed']],
    ['q=card&notTag=smoke', ['Pays']],
    ['q=card&tag=smoke&priority=low', []],
    ['testSuiteId=unknown', []],
    ['notTestSuiteId=unknown&q=pays', ['Pays']],
  ])('the filter %s finds %j', async (query, names) => {
    expect(await found(query)).toEqual(names)
  })
})

test('cases are found in the order of the list, page by page, also of some suites', async () => {
  const second = await server.suite(olga, project.id)
  for (const name of ['A1', 'A2', 'A3']) await create({ name })
  for (const name of ['B1', 'B2']) await create({ name }, second.id)
  const { body, headers } = await server.get(path(), olga)
  expectEntities('Case', body)
  expect(headers.get('x-total-count')).toBe('5')
  for (const query of ['limit=2', 'limit=2&priority=medium', 'limit=2&q=c', 'limit=1&type=auto&notTag=x'])
    expect((await server.parts(path(query), olga)).flat()).toEqual(body)
  expect(await found({ offset: '1', limit: '3' })).toEqual(['A2', 'A3', 'B1'])
  expect(await found({ testSuiteId: second.id })).toEqual(['B1', 'B2'])
  expect(await found({ notTestSuiteId: second.id, q: 'a' })).toEqual(['A1', 'A2', 'A3'])
  const cursor = body[1].id
  expect(await found({ cursor, limit: '2' })).toEqual(['A3', 'B1'])
})

test('a page follows the case of its cursor also where that case was deleted meanwhile', async () => {
  const second = await server.suite(olga, project.id)
  for (const name of ['A1', 'A2', 'A3']) await create({ name })
  for (const name of ['B1', 'B2']) await create({ name }, second.id)
  const { body } = await server.get(path(), olga)
  const after = async (index: number) => await found({ cursor: body[index].id })
  for (const index of [1, 3, 0]) await server.delete(`/test-cases/${body[index].id}`, olga)
  expect([await after(0), await after(1), await after(3)]).toEqual([['A3', 'B2'], ['A3', 'B2'], ['B2']])
  const { id: elsewhere } = await server.project(olga)
  const { status } = await server.get(`/projects/${elsewhere}/test-cases?cursor=${body[1].id}`, olga)
  expect(status).toBe(400)
})

test('hits of the index in many suites come in the order of the list, in pages of any size', async () => {
  const suites = [suite.id]
  for (const name of ['S2', 'S3', 'S4']) suites.push((await server.suite(olga, project.id, name)).id)
  const ids: string[] = []
  for (let index = 0; index < 12; index++)
    ids.push((await create({ name: `Refund ${index}` }, suites[(index * 3) % 4])).id)
  await create({ name: 'Pays' }, suites[1])
  await server.patch(`/test-cases/${ids[8]}`, { testSuiteId: suites[3], position: 1 }, olga)
  await server.delete(`/test-suites/${suites[2]}`, olga)
  await indexAll()
  const all: { id: string; name: string }[] = (await server.get(path(), olga)).body
  const wanted = all.filter(({ name }) => name.startsWith('Refund'))
  expect(wanted).toHaveLength(9)
  for (const limit of [1, 2, 3, 5, 9, 10]) {
    const query = { q: 'refund', limit: String(limit) }
    expect((await server.parts(path(query), olga)).flat(), `limit ${limit}`).toEqual(wanted)
    expect((await server.get(path(query), olga)).headers.get('x-total-count')).toBe('9')
    const offset = await server.get(path({ ...query, offset: '4' }), olga)
    expect(offset.body).toEqual(wanted.slice(4, 4 + limit))
  }
  const [, , third] = all
  const after = await server.get(path({ q: 'refund', cursor: third?.id ?? '' }), olga)
  expect(after.body).toEqual(all.slice(3).filter(({ name }) => name.startsWith('Refund')))
})

test.each([
  ['priority=urgent', 'priority must be one of low, medium, high, critical'],
  ['type=other', 'type must be manual or auto'],
  ['cursor=unknown', 'cursor must be the id of the last entry that was read'],
  [`cursor=${crypto.randomUUID()}`, 'cursor must be the id of a test case of this project'],
  [`q=${Array.from({ length: 21 }, (_, index) => `w${index}x`).join('+')}`, 'q may have at most 20 words'],
  [`q=${'x'.repeat(10_001)}`, 'q must be at most 10,000 characters long'],
  ['q=%00', 'q must not contain NUL characters'],
  ['limit=0', 'limit must be a whole number from 1 to 1000'],
])('a search with %s answers 400: %s', async (query, message) => {
  const { status, body } = await server.get(path(query), olga)
  expect([status, body.message, body.issues[0].path[0]]).toEqual([400, message, query.split('=')[0]])
})

test('the ids of all matching cases are listed in order', async () => {
  const ids = []
  for (const name of ['Pays', 'Refunds', 'Pays back']) ids.push((await create({ name })).id)
  const { body } = await server.get(`/projects/${project.id}/test-case-ids?q=pays`, olga)
  expect(body).toEqual({ ids: [ids[0], ids[2]], isMore: false })
})

test('the tags of a project are counted without case, most used first', async () => {
  for (const tags of [['api'], ['Smoke', 'API'], ['api', 'slow'], []]) await create({ tags })
  expect((await server.get(`/projects/${project.id}/tags`, olga)).body).toEqual([
    { tag: 'api', count: 3 },
    { tag: 'Smoke', count: 1 },
    { tag: 'slow', count: 1 },
  ])
})

test('cases of other projects are never found, also not by their ids', async () => {
  const other = await server.project(olga)
  const stranger = await create({ name: 'Elsewhere' }, (await server.suite(olga, other.id)).id)
  await create({ name: 'Here' })
  await indexAll()
  expect(await found({ q: 'here' })).toEqual(['Here'])
  expect((await server.get(path({ cursor: stranger.id }), olga)).status).toBe(400)
})

test('a search without a limit that finds many cases gives each once, in order and as a page of it does', async () => {
  const cases = Array.from({ length: 1_150 }, (_, index) => `<testcase name="refund ${index}"/>`)
  const report = `<testsuite name="Many">${cases.join('')}</testsuite>`
  expect((await server.upload(olga, project.id, report)).status).toBe(201)
  const all = await server.get(path({ q: 'refund' }), olga)
  expectEntities('Case', all.body)
  expect([all.headers.get('x-total-count'), all.headers.get('link')]).toEqual(['1150', null])
  const parts = await server.parts(path({ q: 'refund', limit: '500' }), olga)
  expect(JSON.stringify(all.body)).toBe(JSON.stringify(parts.flat()))
  const head = await fetch(`${server.url}/api${path({ q: 'refund' })}`, { method: 'HEAD', headers: { ...olga } })
  expect([head.status, head.headers.get('x-total-count'), await head.text()]).toEqual([200, '1150', ''])
})
