import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig, StartError, withoutPassword } from './config.ts'

function problem(environment: Record<string, string>): string | null {
  try {
    readConfig(environment)
    return null
  } catch (error) {
    expect(error).toBeInstanceOf(StartError)
    return (error as StartError).message
  }
}

const PROVIDER = {
  OIDC_2_ID: 'company',
  OIDC_2_NAME: 'Company',
  OIDC_2_ISSUER: 'https://login.example.com',
  OIDC_2_CLIENT_ID: 'assay',
  OIDC_2_CLIENT_SECRET: 'secret',
}

describe('an invalid variable stops the start with one line that names it:', () => {
  test.each([
    [{ PORT: 'http' }, 'PORT'],
    [{ OIDC_1_ID: 'company' }, 'OIDC_1_NAME'],
    [{ ...PROVIDER, OIDC_2_ISSUER: 'http://login.example.com' }, 'OIDC_2_ISSUER'],
    [{ ...PROVIDER, OIDC_2_MEMBERS: 'qa' }, 'OIDC_2_MEMBERS'],
    [{ ...PROVIDER, OIDC_2_PROVISION: 'true' }, 'OIDC_2_DOMAINS'],
    [{ ...PROVIDER, OIDC_2_SECRET: 'x' }, 'OIDC_2_SECRET'],
    [{ ...PROVIDER, PUBLIC_URL: 'http://assay.example.com' }, 'PUBLIC_URL'],
    [{ ...PROVIDER, HOST: '0.0.0.0' }, 'PUBLIC_URL'],
    [{ PORT: '-1' }, 'PORT'],
    [{ PORT: '65536' }, 'PORT'],
    [{ PORT: '80.5' }, 'PORT'],
    [{ DATABASE_URL: './assay.db' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'file:' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'file://data/assay.db' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgres://' }, 'DATABASE_URL'],
    [{ DATABASE_POOL: '1' }, 'DATABASE_POOL'],
    [{ DATABASE_URL: 'mysql://localhost/assay' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgresql+asyncpg://ada:12345@db/assay' }, 'DATABASE_URL'],
    [{ PUBLIC_URL: 'assay.example.com' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'ftp://assay.example.com' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://example.com/a b' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://example.com/a"b' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://example.com/?a' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://example.com//a' }, 'PUBLIC_URL'],
    [{ ADMIN_EMAIL: 'ada', ADMIN_PASSWORD: 'secret' }, 'ADMIN_EMAIL'],
    [{ ADMIN_EMAIL: 'ada@example.com' }, 'ADMIN_PASSWORD'],
    [{ ADMIN_EMAIL: 'ada@example.com', ADMIN_PASSWORD: '12345' }, 'ADMIN_PASSWORD'],
    [{ JWT_SECRET: 'x'.repeat(31) }, 'JWT_SECRET'],
    [{ ATTACHMENT_STORE: 'bucket' }, 'ATTACHMENT_STORE'],
    [{ ATTACHMENT_STORE: 's3://Files' }, 'ATTACHMENT_STORE'],
    [{ ATTACHMENT_STORE: 's3://key@files' }, 'ATTACHMENT_STORE'],
    [{ ATTACHMENT_STORE: 's3://files/a b' }, 'ATTACHMENT_STORE'],
    [{ ATTACHMENT_STORE: 's3://files?zone=1' }, 'ATTACHMENT_STORE'],
    [{ ATTACHMENT_STORE: 's3://files?endpoint=minio:9000' }, 'ATTACHMENT_STORE'],
    [{ ATTACHMENT_STORE: 's3://files', S3_SECRET_ACCESS_KEY: 'x' }, 'S3_ACCESS_KEY_ID'],
    [{ ATTACHMENT_STORE_FORMER: 's3://files', S3_ACCESS_KEY_ID: 'x' }, 'S3_SECRET_ACCESS_KEY'],
    [{ ATTACHMENT_STORE: 's3://files', ATTACHMENT_STORE_FORMER: 's3://files' }, 'ATTACHMENT_STORE_FORMER'],
    [{ JWT_SECRET_PREVIOUS: 'x'.repeat(31) }, 'JWT_SECRET_PREVIOUS'],
    [{ SETUP_TOKEN: 'short' }, 'SETUP_TOKEN'],
    [{ JWT_SECRET_FILE: '/nonexistent/secret' }, 'JWT_SECRET_FILE'],
    [{ ANONYMOUS_PER_MINUTE: '0' }, 'ANONYMOUS_PER_MINUTE'],
    [{ CORS_ORIGINS: 'https://a.example, b' }, 'CORS_ORIGINS'],
    [{ SIGNUP_ENABLED: 'yes' }, 'SIGNUP_ENABLED'],
    [{ SIGN_IN_MAX_FAILURES: '0' }, 'SIGN_IN_MAX_FAILURES'],
    [{ SIGN_IN_WINDOW_MINUTES: 'x' }, 'SIGN_IN_WINDOW_MINUTES'],
    [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL'],
    [{ SMTP_URL: 'https://ada:12345@mail.example.com' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://ada:12345@mail.example.com' }, 'MAIL_FROM'],
    [{ SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'Assay' }, 'MAIL_FROM'],
    [{ SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'a@example.com\r\nBcc: b@example.com' }, 'MAIL_FROM'],
    [{ SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'Assay <a@example.com>' }, 'PUBLIC_URL'],
    [{ CLAMD_HOST: 'tcp://scanner:3310' }, 'CLAMD_HOST'],
    [{ SECURITY_CONTACT: 'call us' }, 'SECURITY_CONTACT'],
    [{ METRICS_PORT: '0' }, 'METRICS_PORT'],
    [{ PWNED_FILE: import.meta.dirname }, 'PWNED_FILE'],
    [{ BACKUP_FOLDER: '/nonexistent' }, 'BACKUP_FOLDER'],
    [{ BACKUP_FOLDER: import.meta.filename }, 'BACKUP_FOLDER'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
  ] as [Record<string, string>, string][])('%j names %s', (environment, name) => {
    const message = problem(environment)
    expect(message).toMatch(new RegExp(`^${name}: .+`))
    expect(message).not.toContain('\n')
    expect(message).not.toContain('12345')
  })
})

test.each([
  ['postgres://ada:secret@db/assay', 'postgres://ada:…@db/assay'],
  ['postgresql://ada:s:e/c?r#et@db:5432/assay', 'postgresql://ada:…@db:5432/assay'],
  ['postgres://ada:sec@ret@db/assay', 'postgres://ada:…@db/assay'],
  ['postgres://ada:\nsecret@db/assay', 'postgres://ada:…@db/assay'],
  ['postgres://ada:/secret@db/assay', 'postgres://ada:…@db/assay'],
  ['postgres://:secret@db/assay', 'postgres://:…@db/assay'],
  ['postgres://db/assay?user=ada&password=secret&ssl=true', 'postgres://db/assay?user=ada&password=…&ssl=true'],
  ['postgres://ada@db:5432/assay', 'postgres://ada@db:5432/assay'],
])('the URL %j is logged as %j', (url, shown) => {
  expect(withoutPassword(url)).toBe(shown)
})

test.each([
  'postgress://ada:secret@db/assay',
  'POSTGRES://ada:secret@db/assay',
  'postgres:/ada:secret@db/assay',
  ' postgres://ada:secret@db/assay',
  'ada:secret@db/assay',
  '"postgres://ada:secret@db/assay"',
])('the password of the malformed URL %s is not logged', (DATABASE_URL) => {
  expect(problem({ DATABASE_URL })).toMatch(/^DATABASE_URL: ".*ada:…@db\/assay"* is neither/)
})

test.each(['true', '0.0.0.0/0', '::/0', 'loopback, 0.0.0.0/0'])(
  'TRUST_PROXY=%s is refused with the reason',
  (TRUST_PROXY) => {
    expect(problem({ TRUST_PROXY })).toBe(
      `TRUST_PROXY: ${TRUST_PROXY} would let any client forge its address; write loopback, the number of proxies (1), or their addresses (10.0.0.5, 10.0.1.0/24)`,
    )
  },
)

test('an empty environment has the defaults of the contract', () => {
  const { DATABASE_URL, version, ...config } = readConfig({})
  expect(config).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    SIGNUP_ENABLED: true,
    CORS_ORIGINS: [],
    SIGN_IN_MAX_FAILURES: 10,
    SIGN_IN_WINDOW_MINUTES: 15,
  })
  expect([config.PUBLIC_URL, config.JWT_SECRET, config.ADMIN_EMAIL, config.TRUST_PROXY]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect(DATABASE_URL).toEqual({ file: `${process.cwd()}/data/assay.db` })
  expect(version).toMatch(/^\d+\.\d+\.\d+/)
})

test('an empty variable counts as unset', () => {
  expect(readConfig({ PORT: '', HOST: '', PUBLIC_URL: '', TRUST_PROXY: '', ADMIN_EMAIL: '' })).toEqual(readConfig({}))
})

test.each([
  ['s3://files', { bucket: 'files', prefix: '', region: 'us-east-1', endpoint: 'https://s3.us-east-1.amazonaws.com' }],
  ['s3://files/a/b/?region=eu-west-1', { prefix: 'a/b/', endpoint: 'https://s3.eu-west-1.amazonaws.com' }],
  ['s3://my.files/a?endpoint=http://minio:9000/', { bucket: 'my.files', prefix: 'a/', endpoint: 'http://minio:9000' }],
  ['database', 'database'],
])('ATTACHMENT_STORE=%s', (ATTACHMENT_STORE, read) => {
  const keys = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }
  expect(readConfig({ ATTACHMENT_STORE, ...keys })).toMatchObject({ ATTACHMENT_STORE: read })
})

test.each([
  [{ PORT: '0' }, { PORT: 0 }],
  [{ PUBLIC_URL: 'https://assay.example.com/' }, { PUBLIC_URL: 'https://assay.example.com' }],
  [{ PUBLIC_URL: 'http://[::1]:8080/tools/assay_1/' }, { PUBLIC_URL: 'http://[::1]:8080/tools/assay_1' }],
  [
    { CORS_ORIGINS: ' https://a.example , http://b.example:8080/ ,' },
    { CORS_ORIGINS: ['https://a.example', 'http://b.example:8080'] },
  ],
  [
    { CORS_ORIGINS: 'https://A.example:443,http://b.example/app' },
    { CORS_ORIGINS: ['https://a.example', 'http://b.example'] },
  ],
  [{ SIGNUP_ENABLED: 'false' }, { SIGNUP_ENABLED: false }],
  [{ TRUST_PROXY: '2' }, { TRUST_PROXY: 2 }],
  [{ TRUST_PROXY: 'false' }, { TRUST_PROXY: false }],
  [{ TRUST_PROXY: '10.0.0.0/24, loopback' }, { TRUST_PROXY: '10.0.0.0/24, loopback' }],
  [{ TRUST_PROXY: 'loopback' }, { TRUST_PROXY: 'loopback' }],
  [{ CLAMD_HOST: 'scanner' }, { CLAMD_HOST: { host: 'scanner', port: 3310 } }],
  [{ CLAMD_HOST: '[::1]:3311' }, { CLAMD_HOST: { host: '::1', port: 3311 } }],
  [{ SECURITY_CONTACT: 'security@example.com' }, { SECURITY_CONTACT: 'mailto:security@example.com' }],
  [{ DATABASE_URL: 'file:/tmp/a.db' }, { DATABASE_URL: { file: '/tmp/a.db' } }],
  [{ DATABASE_URL: 'file:///tmp/a%20b.db' }, { DATABASE_URL: { file: '/tmp/a b.db' } }],
  [{ DATABASE_URL: 'postgresql://ada@db/assay' }, { DATABASE_URL: { postgres: 'postgresql://ada@db/assay' } }],
  [
    { ADMIN_EMAIL: 'Ada@Example.com', ADMIN_PASSWORD: 'secret' },
    { ADMIN_EMAIL: 'ada@example.com', ADMIN_NAME: 'Administrator' },
  ],
] as [Record<string, string>, object][])('%j is read as %j', (environment, config) => {
  expect(readConfig(environment)).toMatchObject(config)
})

test('each variable with a secret may be a file, whose last line break is no part of it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-secrets-'))
  const secrets = {
    DATABASE_URL: 'postgres://ada:secret@db/assay',
    JWT_SECRET: 'a secret of 32 characters or more',
    JWT_SECRET_PREVIOUS: 'an old one of 32 characters or more',
    ADMIN_PASSWORD: ' with spaces ',
    SETUP_TOKEN: 'twelve letters or more',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret/of+the=bucket',
  }
  const environment: Record<string, string> = { ADMIN_EMAIL: 'ada@example.com', DATABASE_URL: 'file:./other.db' }
  for (const [name, secret] of Object.entries(secrets)) {
    environment[`${name}_FILE`] = join(folder, name)
    writeFileSync(join(folder, name), `${secret}\n`)
  }
  expect(readConfig(environment)).toMatchObject({ ...secrets, DATABASE_URL: { postgres: secrets.DATABASE_URL } })
  writeFileSync(join(folder, 'JWT_SECRET'), '\n')
  expect(problem(environment)).toBe(`JWT_SECRET_FILE: ${join(folder, 'JWT_SECRET')} is empty`)
  rmSync(folder, { recursive: true })
})
