import { afterAll, beforeEach, expect, test } from 'vitest'
import { lastDigestTime } from '#shared/notices/digest.ts'
import { MAIL_VARIABLES, startCatcher } from '../../mail/testing.ts'
import type { Person } from '../../testing/server.ts'
import { useTestServer } from '../../testing/use-server.ts'
import { DigestJob } from './digest-job.ts'

const catcher = await startCatcher()
afterAll(() => catcher.close())
const server = await useTestServer({ SMTP_URL: catcher.url, ...MAIL_VARIABLES })
const { db } = server.services

const [DAY_MS, SOON_MS] = [86_400_000, 120_000]
const [lastDay, lastWeek] = (['daily', 'weekly'] as const).map((each) => lastDigestTime(each, Date.now()).getTime())
const afterDays = (days: number) => (lastDay ?? 0) + days * DAY_MS + SOON_MS

let count = 0
let olga: Person
let tess: Person
let project: { id: string }
beforeEach(async () => {
  count += 1
  olga = await server.person(`Olga${count}`)
  tess = await server.person(`Tess${count}`)
  project = await server.project(olga, 'Checkout')
  await server.member(olga, project.id, tess)
  catcher.mails.splice(0)
})

const wants = async (as: Person, digest: string) =>
  expect((await server.call('PUT', '/notices/digest', { as, body: { digest } })).body.digest).toBe(digest)

/** Lets three servers send what is due at a time. */
async function digestsAt(ms: number): Promise<void> {
  const jobs = Array.from({ length: 3 }, () => new DigestJob(server.services, () => ms))
  for (const job of jobs) job.run()
  for (const job of jobs) await job.settled()
  const waiting = async () =>
    (await db.selectFrom('deliveries').select('id').where('due_at', 'is not', null).execute()).length
  await expect.poll(waiting).toBe(0)
}
const mailsTo = ({ email }: Person) =>
  catcher.mails.filter(({ rcpt, text }) => rcpt.includes(email) && text?.includes('digest in your profile'))

async function startRun(body: object = {}) {
  return (await server.post(`/test-runs/project/${project.id}`, { description: 'Nightly', ...body }, olga)).body
}
async function endedRun(results: Record<string, string>, body: object = {}) {
  const run = await startRun(body)
  const set = run.results.map(({ id, testCase }: any) => ({ resultId: id, status: results[testCase.name], notes: 'n' }))
  expect((await server.patch(`/test-runs/${run.id}/results`, { results: set }, olga)).status).toBe(200)
  expect((await server.post(`/test-runs/${run.id}/complete`, {}, olga)).status).toBe(200)
  return run
}
async function assign(run: any, to: Person) {
  const results = run.results.map(({ id }: any) => ({ resultId: id }))
  await server.patch(`/test-runs/${run.id}/results`, { results, assigneeId: to.id }, olga)
}

test('a daily digest tells what ended, what is new and what is assigned, once; it is off until it is turned on', async () => {
  const suite = await server.suite(olga, project.id, 'Payments')
  for (const name of ['pays', '<b>ships</b> @everyone']) await server.testCase(olga, suite.id, { name })
  const passed = { pays: 'passed', '<b>ships</b> @everyone': 'passed' }
  const first = await endedRun(passed, { branch: 'main', environment: 'staging' })
  const second = await endedRun({ ...passed, pays: 'failed' }, { branch: 'main', environment: 'staging' })
  const open = await startRun()
  await assign(open, tess)
  const stranger = await server.person(`Max${count}`)
  await wants(stranger, 'daily')
  await digestsAt(afterDays(1))
  expect([mailsTo(tess), mailsTo(stranger)]).toEqual([[], []])

  await wants(tess, 'daily')
  await digestsAt(afterDays(0))
  expect(mailsTo(tess)).toEqual([])
  await digestsAt(afterDays(1))
  const [mail, ...more] = mailsTo(tess)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('Assay, the last day: 1 new failure, 2 runs ended, 2 open results assigned to you')
  const url = `https://assay.example.com/projects/${project.id}?tab=runs`
  const [head, section, link, period, reason] = (mail?.text ?? '').split('\n\n')
  expect(head).toBe('1 new failure, 2 runs ended, 2 open results assigned to you')
  expect(section?.split('\n')).toEqual([
    `Checkout: ${url}`,
    '• R2 Nightly (main · staging): 1 new failure · 50 % of 2 passed',
    `  ${url}&run=${second.id}`,
    '• R1 Nightly (main · staging): 100 % of 2 passed',
    `  ${url}&run=${first.id}`,
    '• New failure: C1 pays (Payments) in R2',
    '• Assigned to you: 2 open results in R3',
  ])
  expect(link).toBe('Open Assay: https://assay.example.com/projects')
  expect(period).toMatch(/^From \d{4}-\d\d-\d\d 06:00 to \d{4}-\d\d-\d\d 06:00 UTC, in the projects/)
  expect(reason).toBe('You get this mail because you turned on the daily digest in your profile.')
  expect(mail?.html).toContain(`<a href="${url.replace('&', '&amp;')}"`)

  await digestsAt(afterDays(1))
  // The results are still open, but nothing has happened.
  await digestsAt(afterDays(2))
  expect(mailsTo(tess)).toHaveLength(1)
  expect(mailsTo(stranger)).toEqual([])
})

test('a weekly digest is sent on Mondays, an assignment alone is news, and one click ends it', async () => {
  const suite = await server.suite(olga, project.id)
  await server.testCase(olga, suite.id)
  await wants(tess, 'weekly')
  await assign(await startRun(), tess)
  await digestsAt((lastWeek ?? 0) + 7 * DAY_MS - SOON_MS)
  expect(mailsTo(tess)).toEqual([])
  await digestsAt((lastWeek ?? 0) + 7 * DAY_MS + SOON_MS)
  const [mail] = mailsTo(tess)
  expect(mail?.subject).toBe('Assay, the last week: 1 open result assigned to you')
  const header = (key: string) => mail?.headers.find((each) => each.key === key)?.value
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const link = header('list-unsubscribe')?.replaceAll(/[<>\s]/g, '') ?? ''
  const there = link.replace('https://assay.example.com', server.url)
  const settings = async () => (await server.get('/notices/settings', tess)).body
  expect(await (await fetch(there)).text()).toContain('You would get no more digests by mail.')
  expect((await settings()).digest).toBe('weekly')
  const posted = await fetch(there, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
  expect(posted.status).toBe(200)
  const { digest, kinds } = await settings()
  expect([digest, kinds.every(({ mail: isOn }: any) => isOn)]).toEqual(['off', true])
  await endedRun({})
  await digestsAt((lastWeek ?? 0) + 14 * DAY_MS + SOON_MS)
  expect(mailsTo(tess)).toHaveLength(1)
})

test('a digest names only projects of which the person is a member then, and no account that is off gets one', async () => {
  const suite = await server.suite(olga, project.id)
  await server.testCase(olga, suite.id, { name: 'pays' })
  await endedRun({ pays: 'failed' })
  await wants(tess, 'daily')
  await wants(olga, 'daily')
  await server.delete(`/projects/${project.id}/members/${tess.id}`, olga)
  await server.services.write(null, (trx) =>
    trx.updateTable('users').set({ is_active: 0 }).where('id', '=', olga.id).execute(),
  )
  await digestsAt(afterDays(1))
  expect([mailsTo(tess), mailsTo(olga)]).toEqual([[], []])
})

test('a long digest is cut: 10 runs and 10 failures of a project are named, the rest is counted', async () => {
  const suite = await server.suite(olga, project.id)
  const names = Array.from({ length: 12 }, (_, at) => `${at} ${'ض@everyone '.repeat(20)}`)
  await server.testCases(
    olga,
    suite.id,
    names.map((name) => ({ name })),
  )
  const run = async (status: string) => await endedRun(Object.fromEntries(names.map((name) => [name.trim(), status])))
  await run('passed')
  await run('failed')
  for (let more = 0; more < 10; more += 1) await run('passed')
  await wants(tess, 'daily')
  await digestsAt(afterDays(1))
  const [mail] = mailsTo(tess)
  const lines = mail?.text?.split('\n').filter((line) => line.startsWith('•')) ?? []
  expect(lines[0]).toMatch(/^• R2 Nightly: 12 new failures · 0 % of 12 passed$/)
  expect(lines.filter((line) => /^• R\d+ Nightly/.test(line))).toHaveLength(10)
  expect(lines[10]).toBe('• And 2 more runs, 0 with failures')
  expect(lines.slice(11, 21).every((line) => /^• New failure: C\d+ \u2068.*\u2069 \(/.test(line))).toBe(true)
  expect(lines.slice(21)).toEqual(['• And 2 more new failures'])
  expect(mail?.text).not.toContain('@everyone')
})
