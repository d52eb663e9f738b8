import { beforeAll, describe, expect, test } from 'vitest'
import { useTestServer } from '../testing/use-server.ts'

const server = await useTestServer()
const [olga, tess, eve] = [await server.person('Olga'), await server.person('Tess'), await server.person('Eve')]
let project: { id: string }
let suite: { id: string }
beforeAll(async () => {
  project = await server.project(olga)
  await server.member(olga, project.id, tess)
  suite = await server.suite(olga, project.id)
  for (const type of ['manual', 'auto', 'manual', 'manual', 'auto', 'manual', 'manual'])
    await server.testCase(olga, suite.id, { type })
})

const start = (body: object) => server.post(`/test-runs/project/${project.id}`, body, olga)
const assignees = ({ results }: any) => results.map(({ assignee }: any) => assignee?.name ?? null)

describe('a run that starts', () => {
  test('a run that starts for one person has all of its cases assigned to them, and no attempt', async () => {
    const { body: other } = await start({})
    const { body } = await start({ assigneeId: tess.id })
    expect(assignees(body)).toEqual(Array(7).fill('Tess'))
    expect(assignees((await server.get(`/test-runs/${other.id}`, olga)).body)).toEqual(Array(7).fill(null))
    expect(body.results.every(({ attempts, status }: any) => attempts === 0 && status === 'pending')).toBe(true)
  })

  test.each<[string, () => string[], (string | null)[]]>([
    ['two people', () => [olga.id, tess.id], ['Olga', null, 'Olga', 'Olga', null, 'Tess', 'Tess']],
    ['one person in a list', () => [tess.id], ['Tess', null, 'Tess', 'Tess', null, 'Tess', 'Tess']],
    ['a person who is named twice', () => [tess.id, tess.id], ['Tess', null, 'Tess', 'Tess', null, 'Tess', 'Tess']],
    ['nobody', () => [], Array(7).fill(null)],
  ])(
    'a run that starts for %s has its manual cases shared in order, and no automated one',
    async (_, people, names) => {
      expect(assignees((await start({ assigneeIds: people() })).body)).toEqual(names)
    },
  )

  test('a run that starts with automated cases only has these shared', async () => {
    const { body } = await start({ assigneeIds: [tess.id, olga.id], selection: { types: ['auto'] } })
    expect(assignees(body)).toEqual(['Tess', 'Olga'])
  })

  test('a run that starts with fewer cases than people leaves some of them without', async () => {
    const one = (await start({})).body.results[0].testCase.id
    const { body } = await start({ assigneeIds: [tess.id, olga.id], selection: { testCaseIds: [one] } })
    expect(assignees(body)).toEqual(['Tess'])
  })
})

test.each<[string, () => object, (string | number)[]]>([
  ['a stranger', () => ({ assigneeId: eve.id }), ['assigneeId']],
  ['an unknown user', () => ({ assigneeId: 'unknown' }), ['assigneeId']],
  ['a stranger among members', () => ({ assigneeIds: [tess.id, eve.id] }), ['assigneeIds', 1]],
  ['one and several people', () => ({ assigneeId: tess.id, assigneeIds: [olga.id] }), ['assigneeIds']],
  ['a text instead of a list', () => ({ assigneeIds: 'all' }), ['assigneeIds']],
])('a run that is to start for %s is refused, and the field is named', async (_, people, path) => {
  const before = (await server.get(`/test-runs/project/${project.id}`, olga)).body.length
  const { status, body } = await start(people())
  expect([status, body.issues[0].path]).toEqual([400, path])
  expect((await server.get(`/test-runs/project/${project.id}`, olga)).body).toHaveLength(before)
})
