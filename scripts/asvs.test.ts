import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { globSync } from 'tinyglobby'
import { expect, test } from 'vitest'

/* Checks docs/asvs.md, and what only the source can tell. */

const root = fileURLToPath(new URL('..', import.meta.url))
const textOf = (file: string) => readFileSync(`${root}${file}`, 'utf8')
const sources = globSync(['{server,shared}/**/*.ts'], { cwd: root, ignore: ['**/*.test.ts', 'server/testing/**'] })
const having = (pattern: RegExp) => sources.filter((file) => pattern.test(textOf(file))).toSorted()

const STATES = ['met', 'partly', 'missing', 'by contract']
const rows = textOf('docs/asvs.md')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim()))
  .map(([id = '', requirement = '', state = '', evidence = '']) => ({ id, requirement, state, evidence }))

/** `file: title`, in backquotes. */
const testsIn = (evidence: string) =>
  Array.from(
    evidence.matchAll(/`((?:client|scripts|server|shared|src)\/[^`:]+): ([^`]+)`/g),
    ([, file = '', title = '']) => ({
      file,
      title,
    }),
  )

test('each requirement of ASVS has a state, each that is met a test that exists, and the others a reason', () => {
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  expect(rows.length).toBeGreaterThan(140)
  for (const { id, state, evidence } of rows) {
    expect([id, STATES.includes(state)]).toEqual([id, true])
    const tests = testsIn(evidence)
    if (state === 'met') expect([id, tests.length > 0]).toEqual([id, true])
    else expect([id, evidence.length > 40]).toEqual([id, true])
    for (const { file, title } of tests)
      expect([id, file, textOf(file).includes(title) || title]).toEqual([id, file, true])
    for (const [, file = '', heading = ''] of evidence.matchAll(/\]\(\.\.\/([\w/.-]+)#([\w-]+)\)/g))
      expect([id, headingsOf(file).includes(heading)]).toEqual([id, true])
  }
})

function headingsOf(file: string): string[] {
  return Array.from(textOf(file).matchAll(/^#+ (.+)$/gm), ([, text = '']) =>
    text
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )
}

test('the server starts no other program than its own reader of files', () => {
  expect(having(/child_process/)).toEqual(['server/imports/reading.ts'])
  expect(textOf('server/imports/reading.ts')).toMatch(/import \{[^}]*\bfork\b[^}]*\} from 'node:child_process'/)
})

test('the only cipher is AES-256-GCM', () => {
  const ciphers = sources.flatMap((file) => textOf(file).match(/'(aes|des3?|rc4|chacha\d*)-[\w-]*'/gi) ?? [])
  expect(new Set(ciphers)).toEqual(new Set(["'aes-256-gcm'"]))
  expect(having(/createCipheriv/)).toEqual(['server/auth/sealed.ts', 'server/http/idempotent-call.ts'])
})

test('weak hashes serve only what needs no secrecy', () => {
  expect(having(/'(md4|md5|sha1|ripemd160)'/i)).toEqual([
    'server/attachments/bucket/bucket.ts',
    'server/auth/pwned-passwords.ts',
    'server/http/browser-app.ts',
  ])
  expect(having(/Math\.random\(/)).not.toEqual(expect.arrayContaining([expect.stringMatching(/auth|tokens|secrets/)]))
})

test('nothing turns the check of certificates off', () => {
  expect(having(/rejectUnauthorized: ?false|NODE_TLS_REJECT_UNAUTHORIZED/)).toEqual([])
})

test('every package of the lock file has its hash, and package.json can list and audit them', () => {
  const { packages } = JSON.parse(textOf('package-lock.json')) as { packages: Record<string, { integrity?: string }> }
  expect(Object.entries(packages).filter(([path, { integrity }]) => path !== '' && !integrity)).toEqual([])
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }
  expect([scripts['sbom'], scripts['audit:packages']]).toEqual([
    expect.stringMatching(/^npm sbom /),
    expect.stringMatching(/^npm audit .*npm audit signatures$/),
  ])
})
