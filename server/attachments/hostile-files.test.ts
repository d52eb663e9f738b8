import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { useTestServer } from '../testing/use-server.ts'

/* Hostile files are returned unchanged, and no browser runs them. */

const server = await useTestServer()
const olga = await server.person('Olga')
const owners: Record<string, string> = {}
beforeAll(async () => {
  const { run } = await server.projectWithRun(olga, await server.person('Tess'))
  owners['a result'] = `/test-runs/result/${run.results[0].id}`
  owners['a case'] = `/test-cases/${run.results[0].testCase.id}`
})

const SCRIPT = '<script>parent.hacked = document.cookie</script>'
const FILES: [what: string, bytes: string | Buffer, name: string, type: string][] = [
  ['a page', `<!doctype html>${SCRIPT}`, 'page.html', 'application/octet-stream'],
  ['a page that calls itself a picture', `<html>${SCRIPT}`, 'a.png', 'application/octet-stream'],
  ['a drawing', `<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`, 'a.svg', 'application/octet-stream'],
  ['a picture that is also a script', 'GIF89a/*\n*/=1;alert(1)//', 'a.gif', 'image/gif'],
  ['a picture that is also a page', `GIF89a${SCRIPT}`, 'a.html', 'image/gif'],
  ['a PDF with a script', '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>', 'a.pdf', 'text/plain'],
  ['a script', 'alert(1)', 'a.js', 'text/plain'],
  ['a bomb of zeros', gzipSync(Buffer.alloc(10_000_000)), 'a.gz', 'application/octet-stream'],
  [
    'a text after a page in another encoding',
    Buffer.from(`\ufeff<html>${SCRIPT}`, 'utf16le'),
    'a.txt',
    'application/octet-stream',
  ],
]

describe.each(['a result', 'a case'])('attached to %s', (owner) => {
  test.each(FILES)('%s comes back as it was sent, in a sandbox', async (_, bytes, name, type) => {
    const sent = Buffer.from(bytes)
    const given = { 'content-type': 'text/html' }
    const { status, body } = await server.attachTo(olga, owners[owner] as string, sent, name, given)
    expect([status, body.type]).toEqual([201, type])
    const { path } = (await server.get(`/attachments/${body.id}/address`, olga)).body
    for (const [address, headers] of [
      [`/attachments/${body.id}`, { authorization: olga.authorization }],
      [path as string, {}],
    ] as const) {
      const answer = await fetch(`${server.url}/api${address}`, { headers })
      expect(Buffer.from(await answer.arrayBuffer()).equals(sent)).toBe(true)
      expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none';/)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('content-encoding')).toBeNull()
      expect(answer.headers.get('set-cookie')).toBeNull()
      expect(answer.headers.get('content-type')?.split(';')[0]).toBe(type)
      const isShown = type !== 'application/octet-stream'
      expect(answer.headers.get('content-disposition')).toBe(`${isShown ? 'inline' : 'attachment'}; filename=${name}`)
    }
  })

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\fakepath\\a.png', 'a.png'],
    ['a\r\nSet-Cookie: b.png', 'aSet-Cookie: b.png'],
    ['report\u202Egnp.exe', 'reportgnp.exe'],
    ['x'.repeat(255), 'x'.repeat(255)],
  ])('the name %j is kept as %j', async (given, name) => {
    const { status, body } = await server.attachTo(olga, owners[owner] as string, 'text', given)
    expect([status, body.name]).toEqual([201, name])
  })

  test.each(['', '..', 'a\0b', 'x'.repeat(256)])('the name %j is refused', async (given) => {
    expect((await server.attachTo(olga, owners[owner] as string, 'text', given)).status).toBe(400)
  })

  test('an empty file is refused', async () => {
    expect((await server.attachTo(olga, owners[owner] as string, '')).status).toBe(400)
  })
})
