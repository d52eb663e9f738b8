import { open, stat } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { glob } from 'tinyglobby'
import { withAllureResults, withoutOthers } from './allure-results.ts'
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
