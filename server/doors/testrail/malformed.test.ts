import { expect, test } from 'vitest'
import { StrangeValues } from '../../testing/strange-values.ts'
import { useTestServer } from '../../testing/use-server.ts'
import { READS, UPLOADS, WRITES } from './methods.ts'
import { projectAtDoor } from './testing.ts'

/* As many as MALFORMED_REQUESTS says, from the seed MALFORMED_SEED. */

const REQUESTS = Number(process.env['MALFORMED_REQUESTS'] ?? 2_000)
const SEED = Number(process.env['MALFORMED_SEED'] ?? 7)
const AT_ONCE = 10

const server = await useTestServer()

const METHODS = Object.keys({ ...READS, ...WRITES, ...UPLOADS })
const FIELDS = [
  ['name', 'title', 'description', 'refs', 'suite_id', 'section_id', 'parent_id', 'milestone_id', 'include_all'],
  ['case_ids', 'case_id', 'test_id', 'status_id', 'comment', 'elapsed', 'defects', 'version', 'results', 'priority_id'],
  ['type_id', 'custom_x', 'custom_steps_separated', 'custom_step_results', 'custom_automation_id', 'content', 'email'],
].flat()
const FILTERS = [
  'suite_id',
  'section_id',
  'limit',
  'offset',
  'filter',
  'status_id',
  'priority_id',
  'is_completed',
  'soft',
]

function request(random: StrangeValues): { method: string; path: string; body: string | undefined } {
  const value = (depth: number): unknown => {
    const kind = random.below(depth > 3 ? 5 : 8)
    if (kind === 0) return random.below(6)
    if (kind === 1) return String(random.below(6))
    if (kind === 2) return random.pick([null, true, false, -1, 0.5, 2 ** 31, 1e300, '', '1,2', 'x'.repeat(300)])
    if (kind === 3) return random.text().slice(0, 2_000)
    if (kind === 4) return random.pick(['1m 45s', '0.12s', 'soon', '\u0000', '<b>', '1'.repeat(60)])
    if (kind === 5) return Array.from({ length: random.below(4) }, () => value(depth + 1))
    return Object.fromEntries(Array.from({ length: random.below(6) }, () => [random.pick(FIELDS), value(depth + 1)]))
  }
  const id = () => random.pick(['1', '2', '3', '1', '0', '-1', '99', '100000001', '99999999999', 'x', '%00', '%ff', ''])
  const ids = Array.from({ length: random.below(4) }, id)
  const query = Array.from({ length: random.below(3) }, () => {
    const given = random.pick(['1', '1,2', '-1', 'x', '', '%E0%A4%A', '9'.repeat(40), encodeURIComponent('ü\u0000')])
    return `&${random.pick(FILTERS)}=${given}`
  })
  const search = `${random.pick(['/', '//', ''])}api/v2/${[random.pick(METHODS), ...ids].join('/')}${query.join('')}`
  const text = JSON.stringify(value(0)) ?? ''
  const body = random.below(8) === 0 ? text.slice(0, random.below(text.length + 1)) : text
  const isRead = random.below(3) === 0
  const base = random.pick(['', '', '', '/', '/testrail/1', '/testrail/x', '/testrail/%00'])
  return { method: isRead ? 'GET' : 'POST', path: `${base}/index.php?${search}`, body: isRead ? undefined : body }
}

test('no malformed request makes the server fail, and each refusal says why', { timeout: 3_600_000 }, async () => {
  const { door, projectId } = await projectAtDoor(server, 'Ada', 3)
  await door.post(`add_run/${projectId}`, { name: 'Run' })
  const random = new StrangeValues(SEED)
  const statuses = new Map<number, number>()
  for (let sent = 0; sent < REQUESTS; sent += AT_ONCE)
    await Promise.all(
      Array.from({ length: AT_ONCE }, () => request(random)).map(async (one) => {
        const answer = await door.send(one.method, one.path, one.body, { 'content-type': 'application/json' })
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        if (answer.status >= 500) expect.unreachable(`${answer.status} for ${JSON.stringify(one).slice(0, 2_000)}`)
        const isCall = answer.headers.get('content-type')?.includes('json') === true
        if (isCall && answer.status >= 400 && one.path.includes('/api/v2'))
          expect(answer.body, one.path).toHaveProperty('error')
      }),
    )
  // The requests are not so malformed that none gets through.
  expect(statuses.get(200)).toBeGreaterThan(REQUESTS / 100)
})
