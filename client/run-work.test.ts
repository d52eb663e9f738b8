import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { useFolder } from '../server/testing/use-folder.ts'
import { useTestServer } from '../server/testing/use-server.ts'
import { assay, environmentOf } from './testing.ts'

/* Work on a run from the command line: assigning, recording, attaching, opening. */

const server = await useTestServer()
const [olga, tess, other] = [await server.person('Olga'), await server.person('Tess'), await server.person('Otto')]
const project = await server.project(olga)
await server.member(olga, project.id, tess)
const env = environmentOf(server.url, project)
const asOlga = { ...env, ASSAY_TOKEN: olga.authorization.replace('Bearer ', '') }
const [suite, second] = [await server.suite(olga, project.id), await server.suite(olga, project.id, 'Cart')]
const folder = useFolder()
beforeAll(async () => {
  for (const name of ['A', 'B', 'C']) await server.testCase(olga, suite.id, { name })
  await server.testCase(olga, second.id, { name: 'D', type: 'auto' })
})

const assignees = async (runId: string) =>
  (await server.get(`/test-runs/${runId}/results`, olga)).body.map(({ ref, assignee }: any) => [
    ref,
    assignee?.name ?? null,
  ])

describe('members', () => {
  test('members list shows the members, the owner first, to a user', async () => {
    const { code, stdout } = await assay(['members', 'list'], { env: asOlga })
    expect([code, stdout.split('\n').map((line) => line.split(/ {2,}/))]).toEqual([
      0,
      [
        ['NAME', 'E-MAIL', 'ROLE', 'ID'],
        ['Olga', 'olga@example.com', 'owner', olga.id],
        ['Tess', 'tess@example.com', 'qa_tester', tess.id],
        [''],
      ],
    ])
  })

  test('members list with the credentials of a project says that it needs a token', async () => {
    const { code, stderr } = await assay(['members', 'list'], { env })
    expect([code, stderr]).toEqual([2, expect.stringMatching(/only a member may read .*ASSAY_TOKEN/)])
  })

  test('a secret in a flag wins over the token of the environment', async () => {
    const { code, stderr } = await assay(['members', 'list', '--secret', project.clientSecret], { env: asOlga })
    expect([code, stderr]).toEqual([2, expect.stringContaining('ASSAY_TOKEN')])
  })
})

describe('assigning', () => {
  test('runs start --assign takes e-mails and names of members', async () => {
    const args = ['runs', 'start', '--assign', 'TESS@example.com', '--assign', 'olga']
    const { stdout } = await assay(args, { env: asOlga })
    expect(await assignees(stdout.trim())).toEqual([
      ['C1', 'Tess'],
      ['C2', 'Tess'],
      ['C3', 'Olga'],
      ['C4', null],
    ])
  })

  test('runs start --assign takes ids without a token, and names no stranger', async () => {
    const { stdout } = await assay(['runs', 'start', '--assign', tess.id, '--case', 'C1'], { env })
    expect(await assignees(stdout.trim())).toEqual([['C1', 'Tess']])
    const { code, stderr } = await assay(['runs', 'start', '--assign', other.email], { env: asOlga })
    expect([code, stderr]).toEqual([2, expect.stringContaining('otto@example.com is no member of the project')])
  })

  test('runs assign gives the pending manual cases of a run to members, in even parts', async () => {
    const run = await server.run(olga, project.id)
    await assay(['results', 'record', run.ref, 'C1', '--status', 'passed'], { env })
    const { code, stdout } = await assay(['runs', 'assign', run.ref, '--to', 'Tess', '--to', 'Olga'], { env: asOlga })
    expect([code, stdout]).toEqual([0, '2 cases assigned to 2 members\n'])
    expect(await assignees(run.id)).toEqual([
      ['C1', null],
      ['C2', 'Tess'],
      ['C3', 'Olga'],
      ['C4', null],
    ])
  })

  test('runs assign gives named cases and suites to a member, and takes them back', async () => {
    const run = await server.run(olga, project.id)
    const chosen = ['--case', 'c2', '--suite', 'Cart']
    await assay(['runs', 'assign', run.ref, '--to', tess.id, ...chosen], { env })
    expect((await assignees(run.id)).filter(([, name]: any) => name).map(([ref]: any) => ref)).toEqual(['C2', 'C4'])
    await assay(['runs', 'assign', run.id, '--nobody', '--case', 'C2'], { env })
    expect((await assignees(run.id)).filter(([, name]: any) => name).map(([ref]: any) => ref)).toEqual(['C4'])
  })

  test.each([
    [['--to', tess.id, '--case', 'C99'], '--case C99: the run has no such case'],
    [[], 'say who: --to MEMBER, or --nobody'],
    [['--nobody', '--to', tess.id], 'say who'],
  ])('runs assign with %j ends with exit code 2', async (options, message) => {
    const run = await server.run(olga, project.id)
    const { code, stderr } = await assay(['runs', 'assign', run.ref, ...options], { env })
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  })
})

describe('recording', () => {
  test('results record takes a verdict with a note, as the user of the token', async () => {
    const run = await server.run(olga, project.id)
    const args = ['results', 'record', run.ref, 'c2', '--status', 'failed', '--note', 'No button']
    const { code, stdout } = await assay(args, { env: asOlga })
    expect([code, stdout]).toEqual([0, 'failed   C2  Payments › B\n'])
    const [, result] = (await server.get(`/test-runs/${run.id}/results`, olga)).body
    expect(result).toMatchObject({ status: 'failed', notes: 'No button', executedBy: { name: 'Olga' } })
  })

  test('results record takes the value of a manual and of an automated case, as the project', async () => {
    const run = await server.run(olga, project.id)
    for (const [ref, value] of Object.entries({ C1: 'ok', C4: 'no' }))
      await assay(['results', 'record', run.id, ref, '--value', value], { env })
    const results = (await server.get(`/test-runs/${run.id}/results`, olga)).body
    expect(results.map(({ status, executedBy }: any) => [status, executedBy])).toEqual([
      ['passed', null],
      ['pending', null],
      ['pending', null],
      ['failed', null],
    ])
  })

  test('results record takes known defects, alone or with a verdict', async () => {
    const run = await server.run(olga, project.id)
    const record = (ref: string, ...options: string[]) =>
      assay(['results', 'record', run.ref, ref, ...options], { env })
    await record('C1', '--status', 'failed', '--defect', 'PAY-1', '--defect', 'https://tracker.example.com/PAY-2')
    await record('C2', '--defect', 'PAY-3')
    await record('C4', '--status', 'failed', '--defect', 'PAY-4')
    const results = (await server.get(`/test-runs/${run.id}/results`, olga)).body
    expect(results.map(({ status, defects }: any) => [status, ...defects])).toEqual([
      ['failed', 'PAY-1', 'https://tracker.example.com/PAY-2'],
      ['pending', 'PAY-3'],
      ['pending'],
      ['failed', 'PAY-4'],
    ])
    const { code, stderr } = await record('C1', '--status', 'failed', '--defect', 'two words')
    expect([code, stderr]).toEqual([3, expect.stringContaining('A reference is a key without spaces')])
  })

  test('results record without anything to record ends with exit code 2, and for an unknown case with 3', async () => {
    expect((await assay(['results', 'record', 'R1', 'C1'], { env })).code).toBe(2)
    expect((await assay(['results', 'record', 'R1', 'C99', '--note', 'x'], { env })).code).toBe(3)
  })
})

describe('attaching', () => {
  test('attach adds files to a case, or to its result in a run, each once', async () => {
    const run = await server.run(olga, project.id)
    const files = ['a.txt', 'b.log'].map((name) => join(folder, name))
    for (const file of files) writeFileSync(file, file)
    const { code, stdout } = await assay(['attach', 'C1', ...files], { env })
    expect([code, stdout.replaceAll(/\(\d+ B\)/g, '')]).toEqual([0, 'a.txt  attached to C1\nb.log  attached to C1\n'])
    for (const _ of [1, 2]) await assay(['attach', 'C1', files[0] as string, '--run', run.ref], { env })
    const [{ attachments, testCase }] = (await server.get(`/test-runs/${run.id}/results`, olga)).body
    expect(attachments.map(({ name }: any) => name)).toEqual(['a.txt'])
    const kept = (await server.get(`/test-cases/${testCase.id}`, olga)).body.attachments
    expect(kept.map(({ name }: any) => name)).toEqual(['a.txt', 'b.log'])
  })

  test('attach sends nothing when a file is missing, or when the run does not have the case', async () => {
    writeFileSync(join(folder, 'a.txt'), 'a')
    const missing = await assay(['attach', 'C1', 'a.txt', 'gone.png'], { env, cwd: folder })
    expect([missing.code, missing.stderr]).toEqual([2, 'assay: no such file: gone.png\n'])
    const { stdout } = await assay(['runs', 'start', '--case', 'C1'], { env })
    const foreign = await assay(['attach', 'C2', 'a.txt', '--run', stdout.trim()], { env, cwd: folder })
    expect([foreign.code, foreign.stderr]).toEqual([2, 'assay: the run has no case C2\n'])
  })
})

test('open prints the address of a run, a case and the project', async () => {
  const run = await server.run(olga, project.id)
  const [testCase] = (await server.get(`/test-suites/${suite.id}`, olga)).body.testCases
  const page = `${server.url}/projects/${project.id}`
  const addresses: string[] = []
  for (const what of [[run.ref], [run.id], ['C1'], [testCase.id], []])
    addresses.push((await assay(['open', ...what], { env })).stdout)
  const [ofRun, ofCase] = [`${page}?tab=runs&run=${run.id}\n`, `${page}?case=C1\n`]
  expect(addresses).toEqual([ofRun, ofRun, ofCase, ofCase, `${page}\n`])
  expect((await assay(['open', 'R999'], { env })).code).toBe(3)
})
