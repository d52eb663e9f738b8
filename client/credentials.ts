import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { usageFailure } from './failures.ts'
import { fileProblem } from './system-errors.ts'

/** Accepts a pasted `…/api` address. */
const Url = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((url) => url.replace(/\/+$/, '').replace(/\/api$/, ''))

const Text = z.string().trim().min(1, 'must not be empty')

/** `token` is an API token or a user's access token. Without it the command acts as the project. */
export const Credentials = z.object({
  url: Url,
  projectId: Text,
  clientSecret: Text.optional(),
  token: Text.optional(),
})
export type Credentials = z.infer<typeof Credentials>

const ConfigFile = Credentials.partial()
type ConfigFile = z.infer<typeof ConfigFile>

export type CredentialFlags = { url?: string; project?: string; secret?: string; config?: string }

const SOURCES = [
  { field: 'url', noun: 'server URL', flag: '--url', variable: 'ASSAY_URL' },
  { field: 'projectId', noun: 'project id', flag: '--project', variable: 'ASSAY_PROJECT_ID' },
  { field: 'clientSecret', noun: 'client secret', flag: '--secret -', variable: 'ASSAY_CLIENT_SECRET' },
] as const
type Field = (typeof SOURCES)[number]['field']

/**
 * Reads each value from the first source that has it: flags, environment, config file. The secret `-` is read from
 * stdin. The environment and the file may hold a token instead of a secret. Throws a usage Failure if a value is missing or
 * invalid, or if other users can read the file.
 */
export async function readCredentials(flags: CredentialFlags): Promise<Credentials> {
  const { env } = process
  const secret = await secretOf(flags)
  const tokenOfEnvironment = secret ? undefined : env['ASSAY_TOKEN'] || undefined
  const given = { ...addressOf(flags), clientSecret: secret || (tokenOfEnvironment ?? env['ASSAY_CLIENT_SECRET']) }
  const file = configPath(flags)
  const kept = Object.values(given).every(Boolean) ? {} : await readConfig(file, flags.config !== undefined)
  const token = tokenOfEnvironment ?? (given.clientSecret ? undefined : kept.token)
  const merged = merge({ ...given, clientSecret: given.clientSecret || token }, kept, file)
  return parse(Credentials, token === undefined ? merged : { ...merged, clientSecret: undefined, token }, WHAT)
}

/**
 * Writes the config file, readable by its owner only, and returns its path. The secret comes from the flags or the
 * present file: a secret in the environment is never written.
 */
export async function storeCredentials(flags: CredentialFlags): Promise<{ file: string; isSecretLeft: boolean }> {
  const file = configPath(flags)
  const given = { ...addressOf(flags), clientSecret: await secretOf(flags) }
  const kept = await readConfig(file, false)
  const inEnvironment = process.env['ASSAY_CLIENT_SECRET'] || undefined
  const known = given.clientSecret || kept.clientSecret || kept.token || inEnvironment
  const merged = merge({ ...given, clientSecret: known }, kept, file)
  const isSecretLeft = !given.clientSecret && inEnvironment !== undefined
  const secret = given.clientSecret ? { clientSecret: given.clientSecret } : keptSecret(kept)
  await write(file, parse(Credentials, { ...merged, ...secret }, WHAT))
  return { file, isSecretLeft }
}

const keptSecret = ({ clientSecret, token }: ConfigFile) => ({ clientSecret, token })

/** The address of the server, and the project if there is one. Throws a usage Failure without a server. */
export async function readAddress(flags: CredentialFlags): Promise<{ url: string; projectId?: string | undefined }> {
  const file = configPath(flags)
  const kept = await readConfig(file, false)
  const { url, projectId } = addressOf(flags)
  const given = { url: url || kept.url, projectId: projectId || kept.projectId }
  if (!given.url) throw usageFailure(missing(SOURCES[0], file))
  return parse(Credentials.pick({ url: true }).extend({ projectId: Text.optional() }), given, WHAT)
}

/** Writes a token to the config file, in place of what was there. A project's token is a secret of its project. */
export async function storeToken(
  flags: CredentialFlags,
  address: { url: string; projectId?: string | undefined },
  { kind, token }: { kind: 'personal' | 'project'; token: string },
): Promise<string> {
  const file = configPath(flags)
  await write(file, { ...address, ...(kind === 'project' ? { clientSecret: token } : { token }) })
  return file
}

const WHAT = 'the credentials'

async function secretOf({ secret }: CredentialFlags): Promise<string | undefined> {
  return secret === '-' ? await text(process.stdin) : secret
}

function addressOf({ url, project }: CredentialFlags) {
  const { env } = process
  return { url: url ?? env['ASSAY_URL'], projectId: project ?? env['ASSAY_PROJECT_ID'] }
}

function merge(given: Record<Field, string | undefined>, kept: ConfigFile, file: string) {
  const merged = Object.fromEntries(SOURCES.map(({ field }) => [field, given[field] || kept[field]]))
  for (const source of SOURCES) if (merged[source.field] === undefined) throw usageFailure(missing(source, file))
  return merged
}

function missing({ field, noun, flag, variable }: (typeof SOURCES)[number], file: string): string {
  return `no ${noun}: give ${flag}, set ${variable}, or put ${field} into ${file}`
}

async function write(file: string, credentials: ConfigFile): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  // A fixed name: a killed command leaves at most one draft, which the next one replaces.
  const draft = `${file}.new`
  await writeFile(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 })
  await rename(draft, file)
}

function configPath({ config }: CredentialFlags): string {
  if (config !== undefined) return config
  const { HOME = homedir(), APPDATA, XDG_CONFIG_HOME = '' } = process.env
  if (process.platform === 'win32' && APPDATA) return join(APPDATA, 'assay', 'config.json')
  const folder = isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : join(HOME, '.config')
  return join(folder, 'assay', 'config.json')
}

async function readConfig(file: string, mustExist: boolean): Promise<ConfigFile> {
  try {
    await checkFileMode(file)
    return parse(ConfigFile, JSON.parse(await readFile(file, 'utf8')), file)
  } catch (error) {
    if (error instanceof SyntaxError) throw usageFailure(`${file} is not valid JSON`)
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && !mustExist) return {}
    if (code !== undefined) throw usageFailure(fileProblem(error as NodeJS.ErrnoException, file))
    throw error
  }
}

async function checkFileMode(file: string): Promise<void> {
  if (process.platform === 'win32') return
  const { mode } = await stat(file)
  if ((mode & 0o077) !== 0)
    throw usageFailure(`${file} holds a secret and other users can read it; run: chmod 600 ${shellWord(file)}`)
}

function shellWord(text: string): string {
  return /^[\w./~-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

function parse<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  const [issue] = error.issues
  throw usageFailure([what, ...(issue?.path ?? []), issue?.message].join(': '))
}
