import { statSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

type SourceLine = { file: string; line: number }

/** `src/a.ts:12`, `/home/x/a.py:12:5`, `file:///x/a.js:12`, and Python's `File "a.py", line 12`. */
const PLACES = /((?:file:\/\/|[A-Za-z]:)?[^\s"'()<>:|]+\.[A-Za-z]\w{0,9}):(\d{1,7})|File "([^"]+)", line (\d{1,7})/g

/** Longer lines are data. Matching them would take quadratic time. */
const LINE_MAX = 1_000
const LINES_MAX = 500

/**
 * The first file of the workspace that a message or trace names with a line number. The path is relative, with forward
 * slashes. Installed packages are skipped: the fault is in the test that calls them.
 */
export function placeIn(texts: (string | null)[], workspace: string): SourceLine | undefined {
  for (const line of texts.flatMap((text) => text?.split('\n', LINES_MAX) ?? [])) {
    if (line.length > LINE_MAX) continue
    for (const [, path, number, pythonPath, pythonNumber] of line.matchAll(PLACES)) {
      const file = insideOf(workspace, path ?? pythonPath ?? '')
      if (file !== undefined && isFile(resolve(workspace, file))) return { file, line: Number(number ?? pythonNumber) }
    }
  }
  return undefined
}

function insideOf(workspace: string, path: string): string | undefined {
  const absolute = resolve(workspace, path.startsWith('file://') ? pathOf(path) : path)
  const file = relative(workspace, absolute)
  const isOutside = file === '' || file.startsWith('..') || resolve(file) === file
  return isOutside || /(^|[\\/])(node_modules|site-packages|vendor)[\\/]/.test(file)
    ? undefined
    : file.replaceAll(sep, '/')
}

function pathOf(url: string): string {
  try {
    return fileURLToPath(url)
  } catch {
    return ''
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}
