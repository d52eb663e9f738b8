import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { countStored } from '../attachments/testing.ts'
import { expectEntity } from '../testing/entities.ts'
import { machine } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'
import { embedded, playwrightReport } from './testing-files.ts'
import { largeReport } from './testing.ts'

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const MB = 1024 * 1024

const server = await useTestServer({ ATTACHMENT_MAX_MB: 2 })
const olga = await server.person('Olga')
let project: { id: string; clientSecret: string }
beforeEach(async () => {
  await server.services.write(null, (db) => db.deleteFrom('attachments').execute())
  project = await server.project(olga)
})

const upload = (report: string, query: Record<string, string> = {}) => server.upload(olga, project.id, report, query)
const resultsOf = async (runId: string) => (await server.get(`/test-runs/${runId}`, olga)).body.results as any[]
const bytesOf = async (id: string) => {
  const answer = await fetch(`${server.url}/api/attachments/${id}`, { headers: { authorization: olga.authorization } })
  return Buffer.from(await answer.arrayBuffer())
}
const rows = async () => await countStored(server.services.db)

describe('a file in a report', () => {
  test('a file in a report is attached to the result of its test, with the type of its bytes', async () => {
    const text = 'größer als 5\n'
    const report = playwrightReport([
      [embedded(PNG), embedded(text, 'log', 'text/plain')],
      [],
      [embedded('<script>alert(1)</script>', 'page.html', 'image/png')],
    ])
    const { status, body } = await upload(report)
    expect(status).toBe(201)
    expectEntity('ReportAnswer', body)
    expect(body.attachments).toEqual({ stored: 3, awaited: [], skipped: [] })
    expect(body.ignored).toEqual([])
    const attachments = (await resultsOf(body.testRun.id)).map((result) => result.attachments)
    expect(attachments).toMatchObject([
      [
        { name: 'screenshot.png', type: 'image/png', size: PNG.length },
        { name: 'log.txt', type: 'text/plain', size: Buffer.byteLength(text) },
      ],
      [],
      [{ name: 'page.html', type: 'application/octet-stream' }],
    ])
    expect((await bytesOf(attachments[0][0].id)).equals(PNG)).toBe(true)
    expect((await bytesOf(attachments[0][1].id)).toString()).toBe(text)
  })

  test('a file in a report of several chunks comes back byte for byte, also from a packed report', async () => {
    const bytes = randomBytes(2 * MB)
    const report = gzipSync(playwrightReport([[embedded(bytes, 'trace.zip', 'application/zip')]]))
    const answer = await fetch(`${server.url}/api/test-runs/project/${project.id}/report`, {
      method: 'PUT',
      body: report,
      headers: { authorization: olga.authorization },
    })
    const { testRun } = await answer.json()
    const [result] = await resultsOf(testRun.id)
    expect((await bytesOf(result.attachments[0].id)).equals(bytes)).toBe(true)
    expect(await rows()).toEqual([1, 8])
  })

  test('a file in a report of an earlier execution is attached to the same result', async () => {
    const { body } = await upload(
      playwrightReport([[embedded('first', 'a'), embedded('second', 'b')]], { attempts: 2 }),
    )
    const [result] = await resultsOf(body.testRun.id)
    expect([result.attempts, result.attachments.map(({ name }: any) => name)]).toEqual([2, ['a.png', 'b.png']])
  })

  test('a file in a report is stored once when the report is sent again, and for each of two reports', async () => {
    const report = playwrightReport([[embedded(PNG)]])
    const first = await upload(report, { run: 'build' })
    const again = await upload(report, { run: 'build' })
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(await rows()).toEqual([1, 1])
    await upload(playwrightReport([[embedded(PNG, 'other')]]), { run: 'build' })
    const [result] = await resultsOf(first.body.testRun.id)
    expect(result.attachments.map(({ name }: any) => name)).toEqual(['screenshot.png', 'other.png'])
  })

  test('a file in a report has the sender of the report as its author', async () => {
    await upload(playwrightReport([[embedded(PNG)]]))
    await server.upload(machine(project), project.id, playwrightReport([[embedded('x')]]))
    const authors = await server.services.db.selectFrom('attachments').select('created_by').orderBy('id').execute()
    expect(authors).toEqual([{ created_by: olga.id }, { created_by: null }])
  })

  test('a file in a report of a test for several cases is attached to the first', async () => {
    const report = JSON.parse(playwrightReport([[embedded(PNG)]]))
    report.suites[0].specs[0].title = '[C7] [C8] pays'
    const { body } = await upload(JSON.stringify(report))
    const results = await resultsOf(body.testRun.id)
    expect(results.map((result) => [result.testCase.automationKey, result.attachments.length])).toHaveLength(2)
    expect(results.reduce((sum, result) => sum + result.attachments.length, 0)).toBe(1)
  })
})

describe('a file in a report that is not kept', () => {
  const skipped = async (files: Parameters<typeof playwrightReport>[0]) => {
    const { status, body } = await upload(playwrightReport(files))
    expect(status).toBe(201)
    expect((await server.services.db.selectFrom('attachments').select('is_stored').execute()).length).toBe(
      body.attachments.stored,
    )
    return body.attachments
  }

  test.each([
    ['too large', embedded(randomBytes(2 * MB + 1), 'video'), 'It is larger than 2 MB'],
    ['empty', embedded('', 'video'), 'It is empty'],
    ['not base64', { name: 'video', body: 'no, this is text!' }, 'It is not base64'],
    ['base64 that goes on after its end', { name: 'video', body: 'QUI=QUJD' }, 'It is not base64'],
    ['base64 with a part of a group', { name: 'video', body: 'QUJDR' }, 'It is not base64'],
  ])(
    'a file in a report that is not kept is named in the answer when it is %s, and the others are kept',
    async (_, file, reason) => {
      const attachments = await skipped([[file, embedded(PNG)], [file]])
      const name = file.contentType === 'image/png' ? 'video.png' : 'video'
      expect(attachments).toEqual({ stored: 1, awaited: [], skipped: [{ name, reason, count: 2 }] })
    },
  )

  test('a file in a report that is not kept is named when its result has 100 attachments', async () => {
    const files = Array.from({ length: 60 }, (_, index) => embedded(`${index}`, `${index}`))
    const first = await upload(playwrightReport([files]), { run: 'build' })
    const second = await upload(playwrightReport([files.toReversed()]), { run: 'build' })
    expect([first.body.attachments.stored, second.body.attachments]).toEqual([
      60,
      {
        stored: 40,
        awaited: [],
        skipped: [{ name: '19.png', reason: 'A test result takes at most 100 attachments', count: 20 }],
      },
    ])
    expect(await rows()).toEqual([100, 100])
  })

  test('a file in a report that is not kept is named when a report has more than 5,000', async () => {
    const files = Array.from({ length: 51 }, (_, spec) =>
      Array.from({ length: 100 }, (_file, index) => ({ name: `${spec}-${index}.txt`, path: `a/${spec}-${index}.txt` })),
    )
    const { awaited, skipped } = (await upload(playwrightReport(files))).body.attachments
    expect([awaited.length, skipped]).toEqual([
      5_000,
      [{ name: '50-0.txt', reason: 'The report has more than 5,000 attachments', count: 100 }],
    ])
  })
})

test('base64 without padding and with escaped slashes is read', async () => {
  const bytes = Buffer.from([255, 255, 255, 254])
  const report = playwrightReport([[{ name: 'a', body: '////\\/g' }]]).replace(String.raw`\\/`, String.raw`\/`)
  const { body } = await upload(report)
  const [result] = await resultsOf(body.testRun.id)
  expect((await bytesOf(result.attachments[0].id)).subarray(0, 3).equals(bytes.subarray(0, 3))).toBe(true)
})

test('files beside a report are awaited with the results of their tests', async () => {
  const report = `<testsuites><testsuite name="s">
    <testcase name="a"><system-out>[[ATTACHMENT|shots/a 1.png]]
[[ATTACHMENT|shots/a 1.png]]
      [[ATTACHMENT|https://example.com/b.png]]</system-out></testcase>
    <testcase name="b"><properties><property name="attachment" value="C:\\out\\trace.zip"/></properties>
      <failure>no</failure><system-err>[[ATTACHMENT|/tmp/log.txt]]</system-err></testcase>
    <system-out>[[ATTACHMENT|of-the-suite.png]]</system-out>
  </testsuite></testsuites>`
  const { body } = await upload(report)
  const [a, b] = await resultsOf(body.testRun.id)
  expect(body.attachments).toEqual({
    stored: 0,
    awaited: [
      { resultId: a.id, path: 'shots/a 1.png', name: 'a 1.png' },
      { resultId: b.id, path: 'C:\\out\\trace.zip', name: 'trace.zip' },
      { resultId: b.id, path: '/tmp/log.txt', name: 'log.txt' },
    ],
    skipped: [],
  })
  expect(body.ignored.filter(({ element }: any) => element === 'attachment')).toEqual([
    { element: 'attachment', reason: 'Attachments at web addresses are not read', count: 1 },
    { element: 'attachment', reason: 'Only attachments of tests with a path or a body are kept', count: 1 },
  ])
})

test('a report without attachments says so', async () => {
  expect((await upload('<testsuite><testcase name="a"/></testsuite>')).body.attachments).toEqual({
    stored: 0,
    awaited: [],
    skipped: [],
  })
})

test('a large report keeps its files in the report and awaits those beside it', async () => {
  const files = Array.from({ length: 2_000 }, (_, index) =>
    index % 500 === 0 ? [embedded(`${index}`, `${index}`), { name: 'x', path: `${index}.txt` }] : [],
  )
  const { body } = await upload(playwrightReport(files))
  expect([body.recorded, body.attachments.stored, body.attachments.awaited.length]).toEqual([2_000, 4, 4])
  const results = await resultsOf(body.testRun.id)
  const byId = new Map(results.map((result) => [result.id, result.testCase.name]))
  for (const { resultId, path } of body.attachments.awaited) expect(byId.get(resultId)).toBe(`test ${parseInt(path)}`)
  const attached = results.filter(({ attachments }) => attachments.length > 0)
  for (const { testCase, attachments } of attached)
    expect((await bytesOf(attachments[0].id)).toString()).toBe(testCase.name.replace('test ', ''))
})

describe('the run of a report whose sender will attach files', () => {
  const REPORT = '<testsuite><testcase name="a"><system-out>[[ATTACHMENT|a.png]]</system-out></testcase></testsuite>'

  test('the run of a report whose sender will attach files is completed when the report is sent again', async () => {
    const asked = { run: 'build', complete: 'true' }
    const first = await upload(REPORT, { ...asked, attachments: 'follow' })
    expect(first.body.testRun.status).toBe('running')
    const [{ resultId, name }] = first.body.attachments.awaited
    expect((await server.attach(olga, resultId, PNG, name)).status).toBe(201)
    expect((await upload(REPORT, { ...asked, attachments: 'follow' })).status).toBe(200)
    expect((await server.get(`/test-runs/${first.body.testRun.id}`, olga)).body.status).toBe('running')
    await upload(REPORT, asked)
    expect((await server.get(`/test-runs/${first.body.testRun.id}`, olga)).body.status).toBe('completed')
  })

  test('the run of a report whose sender will attach files waits for the files of each shard', async () => {
    const [one, two] = [REPORT, REPORT.replace('name="a"', 'name="b"')]
    const of = (shard: string, rest = {}) => ({ run: 'build', complete: 'true', shard, ...rest })
    const { body } = await upload(one, of('1/2', { attachments: 'follow' }))
    const other = await upload(two, of('2/2', { attachments: 'follow' }))
    expect(other.body.testRun.status).toBe('running')
    const status = async () => (await server.get(`/test-runs/${body.testRun.id}`, olga)).body.status
    await upload(one, of('1/2'))
    expect(await status()).toBe('running')
    await upload(two, of('2/2'))
    expect(await status()).toBe('completed')
  })

  test('the run of a report whose sender will attach files is completed at once when the report awaits none', async () => {
    const { body } = await upload(largeReport(3), { complete: 'true', attachments: 'follow' })
    expect(body.testRun.status).toBe('completed')
  })
})

test('a report that is refused after its files were stored leaves none of them', async () => {
  const { body } = await upload(largeReport(1), { run: 'build', complete: 'true' })
  expect(body.testRun.status).toBe('completed')
  const { status } = await upload(playwrightReport([[embedded(PNG)]]), { run: 'build' })
  expect([status, await rows()]).toEqual([409, [0, 0]])
})
