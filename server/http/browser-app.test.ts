import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'
import express from 'express'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { browserApp } from './browser-app.ts'
import { browserAppHeaders } from './headers.ts'
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
  server = createServer(express().use(browserAppHeaders(), browserApp(prefix, folder.path)))
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

describe('a script that the build has compressed', () => {
  const script = 'run()'.repeat(1_000)
  const serveCompressed = async () => {
    const ask = await serve('/assay')
    writeFileSync(`${folder.path}/assets/big-1.js`, script)
    writeFileSync(`${folder.path}/assets/big-1.js.br`, brotliCompressSync(script))
    return ask
  }

  test.each([
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', null],
    ['br;q=0, gzip', null],
    ['identity', null],
  ])(
    'a script that the build has compressed is sent to a browser that accepts %j in the encoding %s',
    async (accepted, encoding) => {
      const ask = await serveCompressed()
      const response = await ask('/assets/big-1.js', { 'accept-encoding': accepted })
      expect(await response.text()).toBe(script)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        ...(encoding && { 'content-encoding': encoding }),
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'Accept-Encoding',
      })
      expect(response.headers.get('content-encoding')).toBe(encoding)
    },
  )

  test('a script that the build has compressed keeps an ETag of its own for each encoding', async () => {
    const ask = await serveCompressed()
    const tagOf = async (encoding: string) =>
      (await ask('/assets/big-1.js', { 'accept-encoding': encoding })).headers.get('etag')
    expect(await tagOf('br')).not.toBe(await tagOf('gzip'))
  })
})

test('the pages of the browser app may use no camera, no plug-ins and no base of their own', async () => {
  const ask = await serve('')
  const { headers } = await ask('/login')
  expect(headers.get('permissions-policy')).toMatch(/(^|, )camera=\(\), /)
  expect(headers.get('content-security-policy')).toContain(";object-src 'none';base-uri 'none';")
  expect((await ask('/assets/a-1.js')).headers.get('permissions-policy')).toBeNull()
})

test('only the inline scripts of the page itself may run', async () => {
  const ask = await serve('')
  const policyOf = async () => (await ask('/')).headers.get('content-security-policy')
  expect(await policyOf()).toContain("script-src 'self';")
  writeFileSync(`${folder.path}/index.html`, `<script>early()</script>${PAGE}`)
  const hash = createHash('sha256').update('early()').digest('base64')
  expect(await policyOf()).toContain(`script-src 'self' 'sha256-${hash}';`)
  expect((await ask('/assets/a-1.js')).headers.get('content-security-policy')).toContain("script-src 'self';")
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
