import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Allure names the JSON files of a folder of results by UUID. */
const RESULT = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-(?:result|container|globals)\.json$/i

type Named = { path: string }
type Joined = { path: string; bytes: number; content: Buffer }

const isResult = ({ path }: Named) => RESULT.test(basename(path))

/** Leaves out the other files of folders with Allure results, such as attachments. */
export function withoutOthers<File extends Named>(files: File[]): File[] {
  const folders = new Set(files.filter(isResult).map(({ path }) => dirname(path)))
  return files.filter((file) => isResult(file) || !folders.has(dirname(file.path)))
}

/**
 * Joins the Allure results of each folder to one report, because some are attempts of others: a line for each file.
 * The attachments that it names are sent afterwards.
 */
export async function withAllureResults<File extends Named>(files: File[]): Promise<(File | Joined)[]> {
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
