import { stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { glob } from 'tinyglobby'
import { usageFailure } from './failures.ts'

export type ReportFile = { path: string; bytes: number }

/**
 * Expands arguments to files, without duplicates. Patterns are expanded here because Windows shells do not.
 * Throws a usage Failure that lists every argument without a file.
 */
export async function findFiles(args: string[]): Promise<ReportFile[]> {
  const found = new Map<string, ReportFile>()
  const missing: string[] = []
  for (const arg of args) {
    const files = await filesOf(arg)
    if (files.length === 0) missing.push(arg)
    for (const file of files) found.set(file.path, file)
  }
  if (missing.length > 0) throw usageFailure(`no such file: ${missing.join(', ')}`, { missing })
  return [...found.values()]
}

/** An existing file wins over a pattern, because file names can contain pattern characters. */
async function filesOf(arg: string): Promise<ReportFile[]> {
  const literal = await asFile(arg)
  if (literal) return [literal]
  const pattern = process.platform === 'win32' ? arg.replaceAll('\\', '/') : arg
  const paths = await glob(pattern, { absolute: isAbsolute(arg), expandDirectories: false })
  const files = await Promise.all(paths.toSorted().map(asFile))
  return files.filter((file) => file !== undefined)
}

/** A file with its size; undefined for anything else. */
export async function asFile(path: string): Promise<ReportFile | undefined> {
  const stats = await stat(path).catch(() => undefined)
  return stats?.isFile() ? { path, bytes: stats.size } : undefined
}
