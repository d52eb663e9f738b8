import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { usageFailure } from './failures.ts'

/** Accepts a pasted `…/api` address. */
const Url = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((url) => url.replace(/\/+$/, '').replace(/\/api$/, ''))

export const Credentials = z.object({
  url: Url,
  projectId: z.string().trim().min(1, 'must not be empty'),
  clientSecret: z.string().trim().min(1, 'must not be empty'),
})
export type Credentials = z.infer<typeof Credentials>

const ConfigFile = Credentials.partial()

export type CredentialFlags = { url?: string; project?: string; secret?: string; config?: string }

const SOURCES = [
  { field: 'url', noun: 'server URL', flag: '--url', variable: 'ASSAY_URL' },
  { field: 'projectId', noun: 'project id', flag: '--project', variable: 'ASSAY_PROJECT_ID' },
  { field: 'clientSecret', noun: 'client secret', flag: '--secret -', variable: 'ASSAY_CLIENT_SECRET' },
] as const

/**
 * Reads each value from the first source that has it: flags, environment, config file. A secret of `-` is read from
 * stdin. Throws a usage Failure if a value is missing or invalid, or if other users can read the file.
 */
export async function readCredentials(flags: CredentialFlags, env = process.env): Promise<Credentials> {
  const secret = flags.secret === '-' ? await text(process.stdin) : flags.secret
  const given = {
    url: flags.url ?? env['ASSAY_URL'],
    projectId: flags.project ?? env['ASSAY_PROJECT_ID'],
    clientSecret: secret ?? env['ASSAY_CLIENT_SECRET'],
  }
  const isComplete = Object.values(given).every((value) => value !== undefined && value !== '')
  const file = configPath(flags.config, env)
  const kept = isComplete ? {} : await readConfig(file, flags.config !== undefined)
  const merged = Object.fromEntries(SOURCES.map(({ field }) => [field, given[field] || kept[field]]))
  for (const { field, noun, flag, variable } of SOURCES) {
    if (merged[field] === undefined)
      throw usageFailure(`no ${noun}: give ${flag}, set ${variable}, or put ${field} into ${file}`)
  }
  return parse(Credentials, merged, 'the credentials')
}

/** Writes the config file, readable by its owner only, and returns its path. */
export async function writeCredentials(
  credentials: Credentials,
  flags: CredentialFlags,
  env = process.env,
): Promise<string> {
  const file = configPath(flags.config, env)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  // Always the same name: a killed command leaves at most one draft, which the next one replaces.
  const draft = `${file}.new`
  await writeFile(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 })
  await rename(draft, file)
  return file
}

function configPath(given: string | undefined, env: NodeJS.ProcessEnv): string {
  if (given !== undefined) return given
  const { APPDATA, XDG_CONFIG_HOME = '' } = env
  if (process.platform === 'win32' && APPDATA) return join(APPDATA, 'assay', 'config.json')
  const folder = isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : join(env['HOME'] ?? homedir(), '.config')
  return join(folder, 'assay', 'config.json')
}

async function readConfig(file: string, mustExist: boolean): Promise<z.infer<typeof ConfigFile>> {
  try {
    await checkFileMode(file)
    return parse(ConfigFile, JSON.parse(await readFile(file, 'utf8')), file)
  } catch (error) {
    if (error instanceof SyntaxError) throw usageFailure(`${file} is not valid JSON`)
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && !mustExist) return {}
    if (code !== undefined) throw usageFailure(`${file} cannot be read: ${code}`)
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
  throw usageFailure(`${what}: ${issue?.path.join('.')}: ${issue?.message}`)
}
