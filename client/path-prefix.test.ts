import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestServer } from '../server/testing/server.ts'
import { startBehindProxy } from '../server/testing/prefix.ts'
import { assay, environmentOf } from './testing.ts'

let server: TestServer
let strays: string[]
let project: { id: string; clientSecret: string }
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-reports-'))
  ;({ server, strays } = await startBehindProxy('keeps the prefix'))
  project = await server.project(await server.person('Olga'))
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

test.each(['', '/', '/api', '/api/'])(
  'the command reaches a server under a path prefix when the URL ends with "%s"',
  async (end) => {
    const env = environmentOf(server.url + end, project)
    const report = join(folder, 'report.tap')
    writeFileSync(report, '1..1\nok 1 - pays\n')
    expect((await assay(['whoami'], { env })).code).toBe(0)
    const { code, stdout } = await assay(['upload', report, '--json'], { env })
    expect([code, JSON.parse(stdout).testRun.summary.passed]).toEqual([0, 1])
    expect(strays).toEqual([])
  },
)
