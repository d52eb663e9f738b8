import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { NewPassword } from '#shared/fields.ts'
import { NAME_MAX } from '#shared/limits.ts'
import { type AddressRange, readRange } from './address-range.ts'
import { readBucketAddress } from './attachments/bucket/bucket-address.ts'
import { OIDC_SECRETS, type OidcProvider, readProviders } from './oidc-config.ts'

/** HS256 needs a key of 256 bits (RFC 7518). */
export const JWT_SECRET_MIN = 32
const SETUP_TOKEN_MIN = 12

/** The server cannot start. The message is one line for its operator. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

const int = (min: number, max: number) =>
  z.coerce
    .number({ error: `must be a whole number from ${min} to ${max}` })
    .int()
    .min(min)
    .max(max)

const origin = z.string().transform((text, ctx) => {
  try {
    const url = new URL(text)
    if (url.protocol === 'http:' || url.protocol === 'https:') return text.replace(/\/+$/, '')
  } catch {}
  ctx.addIssue({ code: 'custom', message: `"${text}" is not an http(s) URL` })
  return z.NEVER
})

/** As browsers send it: without a path or a default port, in small letters. */
const browserOrigin = origin.transform((text) => new URL(text).origin)

/** The path, if any, is our path prefix. Its characters are restricted because it is inserted into HTML. */
const publicUrl = origin.refine((text) => /^https?:\/\/[^/?#@]+(\/[\w.~-]+)*$/i.test(text), {
  error: ({ input }) => `"${String(input)}" may end with a path of letters, digits, ".", "_", "~" and "-" only`,
})

/** The message does not repeat the URL, which holds a password. */
const smtpUrl = z
  .string()
  .refine((text) => /^smtps?:$/.test(URL.parse(text)?.protocol ?? '') && URL.parse(text)?.hostname, {
    error: 'must be smtp://USER:PASSWORD@HOST:PORT or smtps://USER:PASSWORD@HOST:PORT',
  })

const sender = z
  .string()
  .trim()
  .regex(/^([^<>@\p{Cc}]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u, 'must be an address, or NAME <ADDRESS>')

/** RFC 9116 wants a URI. */
const contact = z.string().transform((text, ctx) => {
  if (z.email().safeParse(text).success) return `mailto:${text}`
  if (/^(https:\/\/|mailto:)[^\s\p{Cc}]+$/u.test(text) && URL.canParse(text)) return text
  ctx.addIssue({ code: 'custom', message: `"${text}" is neither an email address nor an https URL` })
  return z.NEVER
})

/** Names a host and perhaps a port. */
const clamd = z.string().transform((text, ctx): { host: string; port: number } => {
  const url = URL.parse(`tcp://${text}`)
  if (url && url.host === text.toLowerCase())
    return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || 3310) }
  ctx.addIssue({ code: 'custom', message: `"${text}" is neither HOST nor HOST:PORT` })
  return z.NEVER
})

const range = z.string().transform((text, ctx): AddressRange => {
  const read = readRange(text)
  if (read) return read
  ctx.addIssue({ code: 'custom', message: `"${text}" is neither an IP address nor a range such as 10.0.0.0/8` })
  return z.NEVER
})

const readable = (kind: 'file' | 'folder') => (path: string, ctx: z.RefinementCtx) => {
  try {
    accessSync(path, constants.R_OK)
    const isFolder = statSync(path).isDirectory()
    if (isFolder !== (kind === 'folder')) ctx.addIssue({ code: 'custom', message: `${path} is not a ${kind}` })
  } catch (error) {
    ctx.addIssue({ code: 'custom', message: `cannot read ${path}: ${(error as Error).message}` })
  }
  return path
}

const jwtSecret = z.string().min(JWT_SECRET_MIN, `must be at least ${JWT_SECRET_MIN} characters long`).optional()

const Environment = z.object({
  PORT: int(0, 65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATABASE_URL: z.string().default('file:./data/assay.db').transform(readDatabaseUrl),
  DATABASE_POOL: int(2, 1_000).default(10),
  PUBLIC_URL: publicUrl.optional(),
  JWT_SECRET: jwtSecret,
  JWT_SECRET_PREVIOUS: jwtSecret,
  ADMIN_EMAIL: z.email('must be an email address').trim().toLowerCase().optional(),
  ADMIN_PASSWORD: NewPassword.optional(),
  ADMIN_NAME: z.string().trim().min(1).max(255).default('Administrator'),
  TRUST_PROXY: z.string().transform(readTrustProxy).optional(),
  CORS_ORIGINS: z.string().transform(listOf).pipe(z.array(browserOrigin)).default([]),
  SIGNUP_ENABLED: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .default('true')
    .transform((text) => text === 'true'),
  SETUP_TOKEN: z
    .string()
    .trim()
    .min(SETUP_TOKEN_MIN, `must be at least ${SETUP_TOKEN_MIN} characters long`)
    .max(NAME_MAX)
    .optional(),
  ANONYMOUS_PER_MINUTE: int(1, 1_000_000).default(300),
  SIGN_IN_MAX_FAILURES: int(1, 1_000_000).default(10),
  SIGN_IN_WINDOW_MINUTES: int(1, 1_440).default(15),
  SESSION_IDLE_HOURS: int(0, 168).default(0),
  PWNED_FILE: z.string().transform(readable('file')).optional(),
  PWNED_URL: origin.optional(),
  REPORT_MAX_MB: int(1, 10_000).default(200),
  ATTACHMENT_MAX_MB: int(1, 1_000).default(25),
  ATTACHMENT_STORE: z
    .string()
    .default('database')
    .transform((text, ctx) => (text === 'database' ? text : readBucketAddress(text, ctx))),
  ATTACHMENT_STORE_FORMER: z.string().transform(readBucketAddress).optional(),
  S3_ACCESS_KEY_ID: z.string().trim().optional(),
  S3_SECRET_ACCESS_KEY: z.string().trim().optional(),
  CLAMD_HOST: clamd.optional(),
  REPORT_MAX_TESTS: int(1, 10_000_000).default(100_000),
  AUDIT_DAYS: int(90, 36_500).default(400),
  OUTGOING_ALLOW: z.string().transform(listOf).pipe(z.array(range)).default([]),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: sender.optional(),
  METRICS_PORT: int(1, 65_535).optional(),
  BACKUP_FOLDER: z.string().transform(readable('folder')).optional(),
  SECURITY_CONTACT: contact.optional(),
  STOP_DELAY_SECONDS: int(0, 300).default(0),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

export type Config = z.infer<typeof Environment> & { version: string; OIDC: OidcProvider[] }

/** Reads the configuration from environment variables. An empty one counts as unset. Throws StartError. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(withSecretFiles(environment)).filter(([, text]) => text !== undefined && text !== ''),
  )
  const read = Environment.safeParse(given)
  if (!read.success) {
    const [issue] = read.error.issues
    throw new StartError(`${String(issue?.path[0])}: ${issue?.message}`)
  }
  if (read.data.ADMIN_EMAIL && !read.data.ADMIN_PASSWORD)
    throw new StartError('ADMIN_PASSWORD: required when ADMIN_EMAIL is set')
  if (read.data.SMTP_URL && !read.data.MAIL_FROM) throw new StartError('MAIL_FROM: required when SMTP_URL is set')
  // Mails hold links, and a caller can give any host as its own.
  if (read.data.SMTP_URL && !read.data.PUBLIC_URL) throw new StartError('PUBLIC_URL: required when SMTP_URL is set')
  refuseHalfBucket(read.data)
  const { PUBLIC_URL: publicUrl, HOST: host } = read.data
  return { ...read.data, version: readVersion(), OIDC: readProviders(given, { publicUrl, host, fail }) }
}

function fail(message: string): never {
  throw new StartError(message)
}

type Read = z.infer<typeof Environment>

function refuseHalfBucket({ ATTACHMENT_STORE, ATTACHMENT_STORE_FORMER, ...read }: Read): void {
  if (ATTACHMENT_STORE !== 'database' && ATTACHMENT_STORE_FORMER)
    throw new StartError('ATTACHMENT_STORE_FORMER: only for a server whose ATTACHMENT_STORE is the database again')
  if (ATTACHMENT_STORE === 'database' && !ATTACHMENT_STORE_FORMER) return
  for (const key of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const)
    if (!read[key]) throw new StartError(`${key}: required for the bucket of ATTACHMENT_STORE`)
}

/** The variables that hold a secret. */
const SECRETS = [
  'DATABASE_URL',
  'JWT_SECRET',
  'JWT_SECRET_PREVIOUS',
  'ADMIN_PASSWORD',
  'SETUP_TOKEN',
  'SMTP_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  ...OIDC_SECRETS,
]

type Variables = Record<string, string | undefined>

/** `JWT_SECRET_FILE` and the like name files with secrets, as container platforms mount them. The file wins. */
function withSecretFiles(environment: Variables): Variables {
  const read = { ...environment }
  for (const name of SECRETS) {
    const file = environment[`${name}_FILE`]
    if (file) read[name] = readSecretFile(`${name}_FILE`, file)
  }
  return read
}

/** Editors end a file with a line break, which is no part of the secret. */
function readSecretFile(variable: string, file: string): string {
  try {
    const secret = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
    if (secret !== '') return secret
  } catch (error) {
    throw new StartError(`${variable}: cannot read ${file}: ${(error as Error).message}`)
  }
  throw new StartError(`${variable}: ${file} is empty`)
}

/** A database URL that is safe to log. In a malformed URL it may mask more than the password. */
export function withoutPassword(url: string): string {
  return url.replace(/^([^:@]*:\/+[^:@/]*|(?![^:@]*:\/)[^:@]*):.*@/s, '$1:…@').replace(/(\bpassword=)[^&#]*/gi, '$1…')
}

export type DatabaseAddress = { file: string } | { postgres: string }

function readDatabaseUrl(url: string, ctx: z.RefinementCtx): DatabaseAddress {
  if (/^postgres(ql)?:\/\/./.test(url)) return { postgres: url }
  if (url.startsWith('file:')) {
    const path = pathOf(url)
    if (path !== '') return { file: isAbsolute(path) ? path : resolve(path) }
  }
  ctx.addIssue({
    code: 'custom',
    message: `"${withoutPassword(url)}" is neither file:PATH nor postgres://USER:PASSWORD@HOST/NAME`,
  })
  return z.NEVER
}

/** '' if the URL names another host, as in `file://data/assay.db`. */
function pathOf(url: string): string {
  if (!url.startsWith('file://')) return url.slice('file:'.length)
  try {
    return fileURLToPath(url)
  } catch {
    return ''
  }
}

function listOf(text: string): string[] {
  return text
    .trim()
    .split(/\s*,\s*/)
    .filter(Boolean)
}

/** Trusting every proxy is refused: any client could then forge its address and evade all limits. */
function readTrustProxy(text: string, ctx: z.RefinementCtx): boolean | number | string {
  if (text === 'false') return false
  if (text !== 'true' && !/\/0+(\D|$)/.test(text)) return /^\d+$/.test(text) ? Number(text) : text
  const instead = 'loopback, the number of proxies (1), or their addresses (10.0.0.5, 10.0.1.0/24)'
  ctx.addIssue({ code: 'custom', message: `${text} would let any client forge its address; write ${instead}` })
  return z.NEVER
}

function readVersion(): string {
  const file = new URL('../package.json', import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
