import { expect, test } from 'vitest'
import type { Person } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'
import { tablesWith } from './testing.ts'

/* Answers that are kept for repeated calls do not outlive the name of a person. */

const server = await useTestServer()
const ada = await server.person('Ada')
const { db } = server.services

const FORMER = expect.stringMatching(/^Former member [0-9A-F]{4}$/)

async function erase({ id }: Person): Promise<void> {
  expect((await server.post(`/admin/users/${id}/erase`, undefined, ada)).status).toBe(200)
  const erasing = db.selectFrom('users').select('id').where('erasing', 'is not', null)
  await expect.poll(() => erasing.execute()).toEqual([])
}

const report = (name: string) =>
  `<testsuites><testsuite name="Payments"><testcase name="${name}"/></testsuite></testsuites>`

test('a report that is sent again shows a former member, whoever sent it to the run of an erased person', async () => {
  const zora = await server.person('Zoraida')
  const project = await server.project(ada)
  await server.member(ada, project.id, zora)
  const first = await server.upload(zora, project.id, report('pays'), { run: 'nightly' })
  const sent = () => server.upload(ada, project.id, report('refunds'), { run: 'nightly' })
  const answer = await sent()
  expect([answer.status, answer.body.testRun.createdBy.name]).toEqual([201, 'Zoraida'])
  await erase(zora)
  expect(await tablesWith(db, 'Zoraida')).toEqual([])
  const { body } = await sent()
  expect(body).toEqual({
    ...answer.body,
    testRun: { ...answer.body.testRun, createdBy: { id: zora.id, name: FORMER } },
  })
  expect(body.testRun.id).toBe(first.body.testRun.id)
})

test('the kept answer to an addition of an erased person by email is gone', async () => {
  const yara = await server.person('Yarabella')
  const project = await server.project(ada)
  const headers = { 'idempotency-key': 'add Yarabella' }
  const add = () =>
    server.call('POST', `/projects/${project.id}/add-existing-user`, { as: ada, body: { email: yara.email }, headers })
  const added = await add()
  expect([added.status, added.body]).toEqual([201, { message: 'Yarabella was added to the project' }])
  expect((await add()).body).toEqual(added.body)
  await erase(yara)
  expect(await tablesWith(db, 'Yarabella')).toEqual([])
})

test('a start of a run with cases of an erased person is still answered when it is repeated', async () => {
  const xena = await server.person('Xenaida')
  const project = await server.project(ada)
  await server.member(ada, project.id, xena)
  const suite = await server.suite(ada, project.id)
  await server.testCases(
    ada,
    suite.id,
    Array.from({ length: 800 }, (_, number) => ({ name: `${'x'.repeat(200)} ${number}` })),
  )
  const headers = { 'idempotency-key': 'start' }
  const start = () =>
    server.call('POST', `/test-runs/project/${project.id}`, { as: ada, body: { assigneeId: xena.id }, headers })
  const started = await start()
  expect([started.status, started.body.results.length]).toEqual([201, 800])
  await erase(xena)
  expect(await tablesWith(db, 'Xenaida')).toEqual([])
  const again = await start()
  expect([again.status, again.body.id, again.body.results.length]).toEqual([201, started.body.id, 800])
  expect(again.body.results[0].assignee.name).toEqual(FORMER)
})
