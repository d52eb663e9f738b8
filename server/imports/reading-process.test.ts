import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ENTRY = fileURLToPath(new URL('./reading-process.ts', import.meta.url))

test('a file is read to its end while systemd or a terminal stops all processes of the server', async () => {
  const child = fork(ENTRY, [], { serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const over = new AbortController()
  child.once('exit', () => over.abort(new Error('The process has ended')))
  const ask = async (question: unknown) => {
    const answer = once(child, 'message', { signal: over.signal })
    child.send(question as object)
    return (await answer)[0] as unknown
  }
  const file = Buffer.from('name\nA\n')
  expect(await ask({ given: {}, size: file.length })).toEqual({ kind: 'more' })
  child.kill('SIGTERM')
  child.kill('SIGINT')
  child.kill('SIGHUP')
  expect(await ask(file)).toMatchObject({ kind: 'part' })
  expect(await ask('next')).toMatchObject({ kind: 'end' })
  child.kill('SIGKILL')
})
