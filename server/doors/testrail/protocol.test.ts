import { expect, test, vi } from 'vitest'
import { DomainError } from '#shared/errors.ts'
import { useTestServer } from '../../testing/use-server.ts'
import { refusalOf } from './refusals.ts'
import { projectAtDoor, TestRailCaller } from './testing.ts'

const server = await useTestServer({ ATTACHMENT_MAX_MB: 1 })
const { door, owner, project, projectId, section } = await projectAtDoor(server, 'Ada', 2)

test.each([
  `/index.php?/api/v2/get_cases/${projectId}&suite_id=${projectId}`,
  `//index.php?/api/v2/get_cases/${projectId}`,
  `/index.php?//api/v2/get_cases/${projectId}`,
  `/index.php?/api/v2/get_cases/${projectId}/&suite_id=${projectId}`,
  `/index.php?%2Fapi%2Fv2%2Fget_cases%2F${projectId}%26suite_id%3D${projectId}`,
  `/testrail/${projectId}/index.php?/api/v2/get_cases/${projectId}`,
  `/testrail/${project.id}//index.php?/api/v2/get_cases/${projectId}`,
])('the spelling %s is a call', async (path) => {
  expect(await door.send('GET', path)).toMatchObject({ status: 200, body: { size: 2 } })
})

test('a call without a body or a content type works', async () => {
  const { id } = (await door.post(`add_run/${projectId}`, { name: 'Run' })).body
  expect(await door.send('POST', `/index.php?/api/v2/close_run/${id}`)).toMatchObject({ status: 200 })
  const body = JSON.stringify({ name: 'Untyped' })
  const untyped = await door.send('POST', `/index.php?/api/v2/add_run/${projectId}`, body, {
    'content-type': 'text/plain',
  })
  expect(untyped).toMatchObject({ status: 200, body: { name: 'Untyped' } })
})

test('results by a credential arrive at this door, and at no other one', async () => {
  const warn = vi.spyOn(server.services.log, 'warn')
  const { id } = (await door.post(`add_run/${projectId}`, { name: 'Run' })).body
  expect(await door.post(`add_result_for_case/${id}/1`, { status_id: 1 })).toMatchObject({ status: 200 })
  expect(warn).not.toHaveBeenCalledWith(expect.objectContaining({ projectId: project.id }), expect.anything())
  warn.mockRestore()
  const { body } = await server.get(`/projects/${project.id}/arrivals`, owner)
  const arrived = body.filter(({ receivedAt }: any) => receivedAt !== null)
  expect(arrived.map((arrival: any) => arrival.door)).toEqual(['testrail'])
})

test('without a credential the answer is 401, without a challenge to show a dialog, and says what to send', async () => {
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })
  const refused = await new TestRailCaller(server, undefined).get('get_projects')
  expect(refused).toMatchObject({ status: 401, body: { error: 'Sign in first' } })
  expect(refused.headers.get('www-authenticate')).not.toContain('Basic')
  const hash = vi.spyOn(server.services.passwords, 'matches')
  for (const credential of [`${owner.email}:${owner.password}`, `${project.id}:wrong`, 'nobody:wrong'])
    expect(await new TestRailCaller(server, basic(credential)).get('get_projects')).toMatchObject({
      status: 401,
      body: { error: expect.any(String) },
    })
  const password = await new TestRailCaller(server, basic(`${owner.email}:${owner.password}`)).get('get_projects')
  expect(password.body.error).toContain('Passwords are not accepted')
  expect(hash).not.toHaveBeenCalled()
  const big = await new TestRailCaller(server, undefined).post(`add_run/1`, { name: 'x'.repeat(100_000) })
  expect(big).toMatchObject({ status: 401, body: { error: 'Sign in first' } })
})

test.each([
  ['get_case/abc', 400],
  ['get_case/-1', 400],
  ['get_case/99', 400],
  ['get_case', 400],
  ['get_case/99999999999', 400],
  [`get_cases/${projectId}&suite_id=99`, 400],
  [`get_cases/${projectId}&section_id=99`, 400],
  [`get_cases/${projectId}&offset=-1`, 400],
  [`get_cases/${projectId}&priority_id=x`, 400],
  ['get_run/99', 400],
  ['get_test/99', 400],
  ['get_results/99', 400],
  ['get_section/99', 400],
  ['get_user/99', 400],
  ['get_attachment/99', 400],
  ['get_plans/99', 400],
  ['get_bdd/1', 400],
  ['get_shared_steps/1', 400],
  ['get_nothing/1', 404],
  ['constructor', 404],
  ['', 404],
  [`add_run/${projectId}`, 400],
])('GET %s answers %i with the key error', async (method, status) => {
  const answer = await door.get(method)
  expect(answer).toMatchObject({ status, body: { error: expect.any(String) } })
})

test.each([
  [`add_case/${section}`, '{"title":', 400],
  [`add_case/${section}`, '[]', 400],
  [`add_case/${section}`, '{}', 400],
  [`add_case/${section}`, '{"title":"x","priority_id":9}', 400],
  [`add_case/${section}`, JSON.stringify({ title: 'x'.repeat(300) }), 400],
  [`add_case/${section}`, JSON.stringify({ title: 'x', custom_big: 'x'.repeat(30_000) }), 400],
  [`add_case/${section}`, '{"title":"\\u0000"}', 400],
  ['add_plan/1', '{"name":"x"}', 400],
  [`add_run/${projectId}`, '{"name":"x","include_all":false,"case_ids":[99]}', 400],
  [`add_run/${projectId}`, '{"name":"x","include_all":"maybe"}', 400],
  [`add_run/${projectId}`, `{"name":"${'x'.repeat(33 * 1024 * 1024)}"}`, 413],
])('POST %s with a bad body is refused with the key error', async (method, body, status) => {
  const answer = await door.send('POST', `/index.php?/api/v2/${method}`, body)
  expect(answer).toMatchObject({ status, body: { error: expect.any(String) } })
})

test('a file over the limit answers 413 with the key error', async () => {
  const answer = await door.upload('add_attachment_to_case/1', 'big.txt', 'x'.repeat(1_500_000))
  expect(answer).toMatchObject({ status: 413, body: { error: expect.any(String) } })
})

test.each([
  [new DomainError('TOO_MANY_REQUESTS', 'Later', { retryAfterSeconds: 7 }), 429, '7'],
  [new DomainError('TOO_MANY_REQUESTS', 'Later'), 429, '5'],
  [new DomainError('CONFLICT', 'Taken'), 400, undefined],
  [new DomainError('NOT_FOUND', 'Gone'), 400, undefined],
  [new DomainError('FORBIDDEN', 'No'), 403, undefined],
  [new DomainError('PAYLOAD_TOO_LARGE', 'Big'), 413, undefined],
])('%s becomes %i', (error, status, wait) => {
  const refusal = refusalOf(error)
  expect([refusal.status, refusal.headers['Retry-After']]).toEqual([status, wait])
})

test('pages of the original lead to pages here, and everything else stays with the app', async () => {
  const { url } = (await door.post(`add_run/${projectId}`, { name: 'Run' })).body
  const number = (await door.get(`get_runs/${projectId}&limit=1`)).body.runs[0].id
  const anyone = new TestRailCaller(server, undefined)
  const led = await anyone.send('GET', `/index.php?/runs/view/${number}`)
  expect([led.status, led.headers.get('location')]).toEqual([302, url.slice(server.url.length)])
  expect(
    (await anyone.send('GET', `/testrail/${projectId}/index.php?/runs/view/${number}`)).headers.get('location'),
  ).toBe(url.slice(server.url.length))
  expect((await anyone.send('GET', '/index.php?/runs/view/999')).headers.get('location')).toBe('/')
  const ofCase = await anyone.send('GET', `/testrail/${projectId}/index.php?/cases/view/1`)
  expect(ofCase.headers.get('location')).toBe(`/projects/${project.id}`)
  for (const unknown of ['projects/view/9999999999', 'suites/view/2147483648', 'runs/view/9999999999'])
    for (const base of ['', `/testrail/${projectId}`, '/testrail/9999999999'])
      expect((await anyone.send('GET', `${base}/index.php?/${unknown}`)).headers.get('location'), unknown).toBe('/')
  expect((await anyone.send('POST', '/index.php?a=1')).status).toBe(405)
  expect((await server.get(`/projects/${project.id}`, owner)).status).toBe(200)
})

test('lists that are not long are bare arrays', async () => {
  for (const method of [
    'get_statuses',
    'get_case_types',
    'get_priorities',
    'get_configs/1',
    'get_templates/1',
    'get_case_fields',
  ])
    expect(Array.isArray((await door.get(method)).body), method).toBe(true)
  expect((await door.get('get_priorities')).body.map((priority: any) => priority.name)).toEqual([
    'Low',
    'Medium',
    'High',
    'Critical',
  ])
  expect((await door.get(`get_plans/${projectId}`)).body).toMatchObject({ size: 0, plans: [] })
})

test('the project itself is a user, and an unknown address is refused in the words that callers compare', async () => {
  expect((await door.get('get_current_user')).body).toMatchObject({ id: 1, name: 'CI', is_active: true })
  expect((await door.get('get_user_by_email&email=nobody@example.com')).body).toEqual({
    error: 'Field :email is not a valid email address.',
  })
  expect((await door.get('get_users')).body.users).toMatchObject([{ id: 1 }])
  const mine = new TestRailCaller(server, owner)
  const me = (await mine.get('get_current_user')).body
  expect(me).toMatchObject({ name: 'Ada', email: owner.email })
  expect((await mine.get(`get_user_by_email&email=${owner.email}`)).body.id).toBe(me.id)
  expect((await mine.get(`get_user/${me.id}`)).body.name).toBe('Ada')
})
