import { open, readFile, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { glob } from 'tinyglobby'
import { usageFailure } from './failures.ts'

/** `isPacked`: the file is gzip. `content` holds the bytes of standard input. */
export type ReportFile = { path: string; bytes: number; isPacked?: boolean; content?: Buffer }

export const STDIN = '-'

/** What a folder is searched for, case-insensitive. */
const REPORTS = '**/*.{xml,json,ndjson,tap,trx}{,.gz}'
const ENDINGS = '.xml, .json, .ndjson, .tap or .trx, nor one of them with .gz'

/**
 * Expands arguments to files, without duplicates: files, folders with the reports below them, patterns, and `-` for
 * standard input. The Allure results of a folder are one file. Windows shells do not expand patterns, so it happens
 * here. Throws a usage Failure that lists every argument without a file.
 */
export async function findFiles(args: string[]): Promise<ReportFile[]> {
  const found = new Map<string, ReportFile>()
  const missing: string[] = []
  for (const arg of args) {
    const files = await filesOf(arg)
    if (files.length === 0) missing.push(arg)
    for (const file of files) found.set(file.path, file)
  }
  if (missing.length > 0) throw usageFailure(await describeMissing(missing), { missing })
  return await Promise.all((await withAllureResults([...found.values()])).map(withPacking))
}

async function describeMissing(args: string[]): Promise<string> {
  const isEmptyFolder = await Promise.all(args.map(asFolder))
  const gone = args.filter((_, index) => !isEmptyFolder[index])
  const folders = args.filter((_, index) => isEmptyFolder[index])
  return [
    ...(gone.length > 0 ? [`no such file: ${gone.join(', ')}`] : []),
    ...folders.map((arg) => `no report in the folder ${arg}: it has no file that ends in ${ENDINGS}`),
  ].join('\n')
}

/** An existing file or folder wins over a pattern: names may contain pattern characters. */
async function filesOf(arg: string): Promise<ReportFile[]> {
  if (arg === STDIN) return [await readStdin()]
  const literal = await asFile(arg)
  if (literal) return [literal]
  if (await asFolder(arg)) {
    const names = await glob(REPORTS, { cwd: arg, caseSensitiveMatch: false, ignore: '**/node_modules/**' })
    return withoutOthers(await existing(names.map((name) => join(arg, name))))
  }
  const pattern = process.platform === 'win32' ? arg.replaceAll('\\', '/') : arg
  return await existing(await glob(pattern, { absolute: isAbsolute(arg), expandDirectories: false }))
}

async function existing(paths: string[]): Promise<ReportFile[]> {
  const files = await Promise.all(paths.toSorted().map(asFile))
  return files.filter((file) => file !== undefined)
}

/** Standard input is buffered, because a retry has to send it again. */
async function readStdin(): Promise<ReportFile> {
  const content = await buffer(process.stdin)
  return { path: 'standard input', bytes: content.length, content }
}

export async function asFile(path: string): Promise<ReportFile | undefined> {
  const stats = await stat(path).catch(() => undefined)
  return stats?.isFile() ? { path, bytes: stats.size } : undefined
}

async function asFolder(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined)
  return stats?.isDirectory() ?? false
}

/** Detects gzip by the first bytes. An unreadable file is refused later, when it is sent. */
async function withPacking(file: ReportFile): Promise<ReportFile> {
  const start = file.content ?? (await firstBytes(file.path).catch(() => undefined))
  return start?.[0] === 0x1f && start[1] === 0x8b ? { ...file, isPacked: true } : file
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    return (await file.read(Buffer.alloc(2), 0, 2, 0)).buffer
  } finally {
    await file.close()
  }
}

/** Allure names the JSON files of a folder of results by UUID. */
const RESULT = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-(?:result|container|globals)\.json$/i

type Named = { path: string }
type Joined = { path: string; bytes: number; content: Buffer }

const isResult = ({ path }: Named) => RESULT.test(basename(path))

/** Leaves out the other files of folders with Allure results, such as attachments. */
function withoutOthers<File extends Named>(files: File[]): File[] {
  const folders = new Set(files.filter(isResult).map(({ path }) => dirname(path)))
  return files.filter((file) => isResult(file) || !folders.has(dirname(file.path)))
}

/**
 * Joins the Allure results of each folder to one report, because some are attempts of others: a line for each file.
 * The attachments that it names are sent afterwards.
 */
async function withAllureResults<File extends Named>(files: File[]): Promise<(File | Joined)[]> {
  const lines = new Map<string, string[]>()
  const others: File[] = []
  for (const file of files) {
    const line = isResult(file) ? await lineOf(file) : undefined
    const folder = dirname(file.path)
    if (line === undefined) others.push(file)
    else if (lines.get(folder)?.push(line) === undefined) lines.set(folder, [line])
  }
  const joined = Array.from(lines, ([folder, all]) => {
    const content = Buffer.from(all.join(''))
    return { path: join(folder, '*-result.json'), bytes: content.length, content }
  })
  return [...others, ...joined]
}

/** Undefined for a file that is not valid JSON: the server says so. */
async function lineOf({ path }: Named): Promise<string | undefined> {
  try {
    const content: unknown = JSON.parse(await readFile(path, 'utf8'))
    return `${JSON.stringify({ file: basename(path), content })}\n`
  } catch {
    return undefined
  }
}
