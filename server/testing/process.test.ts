import { spawn } from 'node:child_process'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from './process.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => void (folder = temporaryFolder()))
afterEach(() => folder.remove())

const answers = async (url: string) =>
  await fetch(`${url}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  )

test('the server process of a test that is killed ends with it', async () => {
  const script = `
    import { ServerProcess } from ${JSON.stringify(new URL('process.ts', import.meta.url).href)}
    const server = new ServerProcess({ DATABASE_URL: ${JSON.stringify(`file:${folder.path}/assay.db`)} })
    console.log(await server.ready())`
  const killed = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve) =>
    killed.stdout.once('data', (text: Buffer) => resolve(text.toString().trim())),
  )
  expect(await answers(url)).toBe(true)
  killed.kill('SIGKILL')
  await expect.poll(() => answers(url)).toBe(false)
})
