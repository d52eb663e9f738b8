import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealOldest } from '#server/audit/seals.repository.ts'
import { openDatabases } from '#server/database/databases.ts'
import { request, ServerProcess, temporaryFolder } from '#server/testing/process.ts'
import { runScript } from './testing.ts'

let folder: ReturnType<typeof temporaryFolder>
let file: string
beforeAll(async () => {
  folder = temporaryFolder()
  file = join(folder.path, 'assay.db')
  const server = new ServerProcess({ DATABASE_URL: `file:${file}`, LOG_LEVEL: 'fatal' })
  const url = await server.ready()
  const ada = { email: 'ada@example.com', password: 'secret', name: 'Ada' }
  const { body } = await request(url, 'POST', '/auth/sign-up', ada)
  await request(url, 'POST', '/projects', { name: 'Shop' }, body.accessToken)
  await server.kill('SIGTERM')
  const databases = await openDatabases({ file })
  await sealOldest(databases.writer, Date.now() + 1_000)
  await databases.close()
})
afterAll(() => folder.remove())

const verify = (path = file) => runScript('audit.ts', ['verify'], { DATABASE_URL: `file:${path}` })

test('audit verify says that the log is whole, of the database and of its backup', async () => {
  const copy = join(folder.path, 'copy.db')
  expect((await runScript('backup.ts', [copy], { DATABASE_URL: `file:${file}` })).code).toBe(0)
  for (const path of [file, copy]) {
    const { code, out, err } = await verify(path)
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(
      /^The audit log is whole: 2 events under 1 seal, 0 events not sealed yet\nThe last seal is 1, [0-9a-f]{64}: .+\n$/,
    )
  }
})

test('audit verify refuses unknown commands and a database that is not there', async () => {
  for (const args of [[], ['check'], ['verify', 'now']])
    expect(await runScript('audit.ts', args, { DATABASE_URL: `file:${file}` })).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^npm run audit -- verify\n/),
    })
  const { code, err } = await verify(join(folder.path, 'none.db'))
  expect([code, err]).toEqual([1, expect.stringMatching(/^There is no database at \S+none\.db\n$/)])
})

test('audit verify names an event that was changed past the trigger, which refuses it otherwise', async () => {
  const database = new SqliteDatabase(file)
  const change = `update audit_events set actor_id = 'somebody' where action = 'project.created' returning id`
  expect(() => database.prepare(change).pluck().get()).toThrow('rows of audit_events cannot be changed')
  expect((await verify()).code).toBe(0)
  database.exec('drop trigger audit_events_unchanged')
  const id = database.prepare(change).pluck().get() as string
  database.close()
  const { code, out, err } = await verify()
  expect([code, out]).toEqual([1, ''])
  expect(err).toMatch(new RegExp(`^The audit log was tampered with\\. Event ${id} was changed \\(seal 1, \\S+\\)\\n$`))
})
