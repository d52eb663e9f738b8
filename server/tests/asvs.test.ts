import { expect, test } from 'vitest'
import { useTestServer } from '../testing/use-server.ts'

/* Requirements of OWASP ASVS that no other test holds (docs/asvs.md). */

const server = await useTestServer()
const ada = await server.person('Ada')

test('without the Authorization header nobody is signed in, whatever a browser would send of itself', async () => {
  const signedIn = await server.post('/auth/sign-in', { email: ada.email, password: ada.password })
  expect(signedIn.headers.getSetCookie()).toEqual([])
  const token = ada.authorization.replace('Bearer ', '')
  const headers = { cookie: `accessToken=${token}; token=${token}`, origin: 'https://evil.example' }
  const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
  for (const [path, init] of [
    ['/api/projects', { headers }],
    ['/api/projects', { method: 'POST', headers: form, body: `name=x&accessToken=${token}` }],
    [`/api/projects?accessToken=${token}&authorization=Bearer%20${token}`, { headers }],
    [
      '/trpc/projects.create',
      { method: 'POST', headers: { ...headers, 'content-type': 'text/plain' }, body: '{"name":"x"}' },
    ],
  ] as [string, RequestInit][]) {
    const answer = await fetch(server.url + path, init)
    expect([path, answer.status >= 400, answer.headers.getSetCookie()]).toEqual([path, true, []])
  }
  expect((await server.get('/projects', ada)).body).toEqual([])
})

test('neither files of the source, nor metrics, nor folders are served', async () => {
  for (const path of ['/.git/config', '/.env', '/package.json', '/server/index.ts', '/metrics', '/assets/', '/data/']) {
    const text = await (await fetch(server.url + path)).text()
    expect([path, /"dependencies"|\[core\]|import |assay_|process_cpu|Index of/.test(text)]).toEqual([path, false])
  }
})
