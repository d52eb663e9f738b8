import { expect, test } from 'vitest'
import { StrangeValues } from '../../testing/strange-values.ts'
import { useTestServer } from '../../testing/use-server.ts'
import { qaseClient, qaseResult } from './testing.ts'

/* Malformed requests at Qase's API: each is answered in its form, and none with a 5xx. */

const server = await useTestServer()
const owner = await server.person('Olga')
const project = await server.project(owner)
const qase = qaseClient(server, project)
const run = await qase.start()

const CALLS = 2_000
const AT_ONCE = 20

const strange = new StrangeValues(24)

const anything = (depth = 0): unknown =>
  strange.pick<() => unknown>([
    () => null,
    () => strange.text(),
    () => strange.below(2) === 0,
    () => strange.pick([-1, 0, 1.5, 2 ** 31, 2 ** 53, 1e300, 1e308 * 10]),
    () => (depth > 3 ? [] : Array.from({ length: strange.below(4) }, () => anything(depth + 1))),
    () =>
      depth > 3 ? {} : { [strange.text()]: anything(depth + 1), data: anything(depth + 1), steps: anything(depth + 1) },
  ])()

/** A valid body in which some fields, at any depth, are replaced by anything. */
function broken(given: unknown): unknown {
  if (strange.below(12) === 0) return anything()
  if (Array.isArray(given)) return given.map(broken)
  if (typeof given !== 'object' || given === null) return given
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, broken(value)]))
}

const step = (steps: unknown[] = []) => ({
  data: { action: 'Pay', expected_result: null, input_data: 'card' },
  execution: { status: 'passed', attachments: ['x'] },
  steps,
})

function body(): string {
  const result = qaseResult(strange.text(), 'failed', {
    testops_ids: [1, 2],
    params: { browser: 'firefox' },
    steps: [step([step([step()])])],
    id: strange.text(),
    attachments: [strange.text()],
    execution: { start_time: strange.pick([0, 1e10, 1.5, -0]), stacktrace: strange.text() },
  })
  const whole = { title: 'x', tags: [strange.text()], environment_id: null, cases: [], results: [result, result] }
  const text = JSON.stringify(broken(whole))
  return strange.below(10) === 0 ? text.slice(0, strange.below(text.length)) : text
}

const BOUNDARY = 'x'.repeat(12)
const part = () =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file[]"; filename="${strange.text().replaceAll(/[^ -~]/g, '')}"\r\n\r\n${strange.text()}\r\n`

function form(): string {
  const text = `${Array.from({ length: strange.below(4) }, part).join('')}--${BOUNDARY}--\r\n`
  return strange.below(3) === 0 ? text.slice(0, strange.below(text.length)) : text
}

async function hostileCall(): Promise<void> {
  const id = strange.pick<string | number>([run, run, run, 0, -1, 'R1', '1e9', '%00', '%zz', 2 ** 60])
  const code = strange.pick(['SHOP', '%2F', '..', '%F0%9F'])
  const [method, path] = strange.pick([
    ['POST', `/v1/run/${code}`],
    ['PATCH', `/v1/run/${code}/${id}/public`],
    ['POST', `/v2/${code}/run/${id}/results`],
    ['POST', `/v2/${code}/run/${run}/results`],
    ['GET', `/v1/environment/${code}?slug=${strange.pick(['a', '%00', '%ff', 'x'.repeat(300)])}&slug=b`],
    ['GET', `/v1/configuration/${code}`],
    ['GET', `/run/${code}/dashboard/${id}`],
    ['POST', `/v1/attachment/${code}`],
    ['DELETE', `/v1/run/${code}/${id}`],
  ] as const)
  const isForm = path.includes('attachment') && strange.below(4) > 0
  const given = isForm ? form() : body()
  const type = isForm ? `multipart/form-data; boundary=${strange.below(8) > 0 ? BOUNDARY : ''}` : 'application/json'
  const sent = method === 'GET' ? {} : { body: given, headers: { 'content-type': type } }
  const answer = await qase.call(method, path, sent)
  expect(answer.status, `${method} ${path} ${given.slice(0, 500)}`).toBeLessThan(500)
  if (answer.status >= 400)
    expect(answer.body, `${method} ${path}`).toEqual({ status: false, errorMessage: expect.any(String) })
}

test('no malformed request at the API of Qase is answered with a 5xx', async () => {
  for (let called = 0; called < CALLS; called += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, hostileCall))
  expect((await qase.send(run, qaseResult('Still works'))).status).toBe(202)
})

test('steps that are nested a thousand times are cut, not refused with a 5xx', async () => {
  const deep = Array.from({ length: 300 }).reduce<object>((below) => step([below]), step())
  expect((await qase.send(run, qaseResult('Deep', 'passed', { steps: [deep] }))).status).toBe(202)
})

test('a form with too many files, a file that is too large, and one that ends early are refused with nothing kept', async () => {
  const many = Array.from({ length: 21 }, (_, at): [string, Uint8Array<ArrayBuffer>] => [`${at}`, new Uint8Array(3)])
  expect(await qase.upload(...many)).toMatchObject({ status: 413, body: { status: false } })
  const large = new Uint8Array(server.services.config.ATTACHMENT_MAX_MB * 1024 * 1024 + 1)
  expect(await qase.upload(['ok', new Uint8Array(1)], ['large', large])).toMatchObject({ status: 413 })
  const body = part() + part().slice(0, -2)
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
  expect((await qase.call('POST', '/v1/attachment/SHOP', { body, headers })).status).toBe(400)
  const { db } = server.services
  const left = () => db.selectFrom('attachments').select('name').where('name', '=', 'large').execute()
  expect(await left()).toEqual([])
})
