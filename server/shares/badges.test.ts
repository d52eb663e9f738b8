import { beforeEach, describe, expect, test } from 'vitest'
import { useTestServer } from '../testing/use-server.ts'
import { badgeText, drawBadge } from './badge-picture.ts'

const server = await useTestServer()
const olga = await server.person('Olga')
let project: { id: string }
beforeEach(async () => {
  project = await server.project(olga, '<script>alert(1)</script>')
})

const create = async () => (await server.post(`/projects/${project.id}/badge`, undefined, olga)).body.link as string
const titleOf = async (link: string) => /<title>(.*)<\/title>/.exec(await (await fetch(link)).text())?.[1]

async function endedRun(...statuses: string[]): Promise<void> {
  const suite = await server.suite(olga, project.id)
  const cases = await Promise.all(statuses.map((_, at) => server.testCase(olga, suite.id, { name: `Case ${at}` })))
  const { body: run } = await server.post(
    `/test-runs/project/${project.id}`,
    { selection: { testCaseIds: cases.map(({ id }) => id) } },
    olga,
  )
  const results = run.results.map(({ id }: any, at: number) => ({ resultId: id, status: statuses[at] }))
  await server.patch(`/test-runs/${run.id}/results`, { results }, olga)
  await server.post(`/test-runs/${run.id}/complete`, {}, olga)
}

test('the badge is an SVG about the last ended run that caches keep for a minute', async () => {
  const link = await create()
  expect(link).toMatch(new RegExp(`^${server.url}/api/badges/[\\w-]{43}\\.svg$`))
  expect(await titleOf(link)).toBe('tests: no runs')
  await endedRun('passed', 'passed', 'passed', 'skipped')
  expect(await titleOf(link)).toBe('tests: 100% passed')
  await endedRun('failed', 'error', 'passed')
  expect(await titleOf(link)).toBe('tests: 1 failed, 1 error')
  await server.run(olga, project.id)
  const { status, headers } = await fetch(link)
  expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
    200,
    'image/svg+xml; charset=utf-8',
    'public, max-age=60',
  ])
  expect(await titleOf(link)).toBe('tests: 1 failed, 1 error')
  expect((await fetch(link, { method: 'HEAD' })).status).toBe(200)
})

test('the owner reads its address again', async () => {
  expect((await server.get(`/projects/${project.id}/badge`, olga)).body).toBe(null)
  const link = await create()
  expect((await server.get(`/projects/${project.id}/badge`, olga)).body).toEqual({
    link,
    createdAt: expect.any(String),
  })
})

describe('its address answers 404', () => {
  const ends: [string, () => Promise<unknown>][] = [
    ['when it is ended', () => server.delete(`/projects/${project.id}/badge`, olga)],
    ['when a new one replaced it', () => create()],
    ['when its project is deleted', () => server.delete(`/projects/${project.id}`, olga)],
  ]
  test.each(ends)('%s', async (_, end) => {
    const link = await create()
    await end()
    const response = await fetch(link)
    expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store'])
  })
})

test('ending a badge ends no other, and ending it twice answers 404', async () => {
  const other = await server.project(olga)
  const { body } = await server.post(`/projects/${other.id}/badge`, undefined, olga)
  await create()
  expect((await server.delete(`/projects/${project.id}/badge`, olga)).body).toEqual({ message: 'Badge ended' })
  expect((await server.delete(`/projects/${project.id}/badge`, olga)).status).toBe(404)
  expect((await fetch(body.link)).status).toBe(200)
})

test.each([
  [null, 'no runs'],
  [{ passed: 0, failed: 0, error: 0, pending: 0 }, 'no tests'],
  [{ passed: 1, failed: 1, error: 1, pending: 5 }, '1 failed, 1 error'],
  [{ passed: 1, failed: 0, error: 2, pending: 5 }, '2 errors'],
  [{ passed: 999, failed: 0, error: 0, pending: 1 }, '1 pending'],
  [{ passed: 3, failed: 0, error: 0, pending: 0 }, '100% passed'],
])('of %j it says %s, in markup that is well-formed and has no script, style or address', (run, text) => {
  const shown = run && { status: 'completed' as const, ...run }
  expect(badgeText(shown).text).toBe(text)
  const svg = drawBadge(shown)
  expect(svg).toContain(`<title>tests: ${text}</title>`)
  expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/<script|<style|style=|href|http|on\w+=/)
})
