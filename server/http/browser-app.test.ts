import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { browserApp } from './browser-app.ts'
import { temporaryFolder } from '../testing/process.ts'
import { startTestServer } from '../testing/server.ts'

const pageUnder = (base: string) =>
  `<meta name="base-path" content="${base}/" /><link rel="icon" href="${base}/favicon.svg" />` +
  `<script src="${base}/assets/a-1.js"></script><p>a="./b"</p>`
const PAGE = pageUnder('.')

let folder: ReturnType<typeof temporaryFolder>
let server: Server
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => {
  server.close()
  folder.remove()
})

/** Serves a small build. Returns a function that fetches one of its paths. */
async function serve(prefix: string) {
  mkdirSync(`${folder.path}/assets`)
  writeFileSync(`${folder.path}/index.html`, PAGE)
  writeFileSync(`${folder.path}/assets/a-1.js`, 'run()')
  return await listen(prefix)
}

async function listen(prefix: string) {
  server = createServer(express().use(browserApp(prefix, folder.path)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers, redirect: 'manual' })
}

describe.each(['', '/assay', '/tools/assay'])('with the prefix %j', (prefix) => {
  test.each(['/', '/index.html', '/projects/some-id?tab=runs', '/invite', '/api-docs'])(
    'the page at %s starts all its links with the prefix',
    async (path) => {
      const ask = await serve(prefix)
      expect(await (await ask(path)).text()).toBe(pageUnder(prefix))
    },
  )
})

test('the page is revalidated on each request; hashed assets are cached forever', async () => {
  const ask = await serve('/assay')
  const page = await ask('/')
  expect([page.headers.get('cache-control'), page.headers.get('content-type')]).toEqual([
    'no-cache',
    'text/html; charset=utf-8',
  ])
  const known = { 'if-none-match': page.headers.get('etag') as string, 'cache-control': 'max-age=0' }
  expect((await ask('/projects', known)).status).toBe(304)
  writeFileSync(`${folder.path}/index.html`, `${PAGE} `)
  expect((await ask('/projects', known)).status).toBe(200)
  expect((await ask('/assets/a-1.js')).headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
})

test.each(['/api/unknown', '/trpc/unknown', '/invite/validate', '/assets', '/assets/', '/assets/none.js'])(
  '%s does not get the page',
  async (path) => {
    const ask = await serve('/assay')
    expect((await ask(path)).status).toBe(404)
  },
)

test.each(['/assets', '/assets/none.js'])('the whole server answers 404 for %s', async (path) => {
  const whole = await startTestServer()
  const response = await fetch(whole.url + path)
  expect([response.status, await response.json()]).toEqual([404, { code: 'NOT_FOUND', message: 'No such address' }])
  await whole.close()
})

test('without a build the page answers 404', async () => {
  const ask = await listen('')
  const response = await ask('/')
  expect([response.status, await response.json()]).toEqual([404, { code: 'NOT_FOUND', message: 'No such address' }])
})
