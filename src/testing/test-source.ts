import { readFileSync } from 'node:fs'

type SourceTest = {
  /** Matches the title; what a loop puts into it stands for anything. */
  title: RegExp
  source: string
}

export type TestFile = {
  tests: SourceTest[]
  /** What stands outside of the tests: constants and helpers that they share. */
  shared: string
}

const TEST = /^( *)test\((['`"])([^\n]*?)\2, (?:async )?\(.*?\n\1\}\)$/gms
const UNRUN = /\btest(\.describe)?\.(skip|fixme|fail|only)\b|\btest\.describe\.configure\b/

/** The tests of a file as they are written, without running them. */
export function readTests(file: string): TestFile {
  const text = readFileSync(file, 'utf8')
  const tests = Array.from(text.matchAll(TEST), ([source, , quote = '', title = '']) => ({
    title: pattern(title, quote === '`'),
    source,
  }))
  return { tests, shared: text.replaceAll(TEST, '') }
}

/** Whether a source says that tests are skipped, expected to fail, or leave out others. */
export const isUnrun = (source: string) => UNRUN.test(source)

function pattern(title: string, isTemplate: boolean): RegExp {
  const parts = isTemplate ? title.split(/\$\{[^}]*\}/) : [title]
  return new RegExp(`^${parts.map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)).join('.+')}$`)
}
