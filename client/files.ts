import { glob, stat } from 'node:fs/promises'
import { usageFailure } from './failures.ts'

export type ReportFile = { path: string; bytes: number }

/**
 * The files that the arguments name, each once. Windows shells leave patterns to the programs they start.
 * Throws a usage Failure that names every argument for which there is no file.
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

/** A file that has the characters of a pattern in its name is still that file. */
async function filesOf(arg: string): Promise<ReportFile[]> {
  const literal = await asFile(arg)
  if (literal) return [literal]
  const paths: string[] = []
  for await (const path of glob(arg)) paths.push(path)
  const files = await Promise.all(paths.toSorted().map(asFile))
  return files.filter((file) => file !== undefined)
}

async function asFile(path: string): Promise<ReportFile | undefined> {
  const stats = await stat(path).catch(() => undefined)
  return stats?.isFile() ? { path, bytes: stats.size } : undefined
}
