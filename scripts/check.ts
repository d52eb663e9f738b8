import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/* What no linter here checks: how long files are, and that imports follow the arrows of the layout. */

const MEDIAN_CAP = 80
const LINES_CAP = 350

/** What each folder may import of the others. `client` takes the types of the server's router, and nothing else. */
const ARROWS: Record<string, string[]> = {
  shared: [],
  migrations: [],
  server: ['shared'],
  client: ['shared'],
  src: ['shared', 'client'],
}

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /^(src|client|server|shared|migrations|scripts)\/.*\.(ts|tsx|mjs)$/.test(file))
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
const problems = [...checkSizes(), ...checkArrows()]
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0

function checkSizes(): string[] {
  const sizes = [...texts].map(([file, text]) => ({ file, lines: text.split('\n').length - 1 }))
  const ordered = sizes.map(({ lines }) => lines).toSorted((a, b) => a - b)
  const at = (share: number) => ordered[Math.floor(ordered.length * share)] ?? 0
  console.log(`${files.length} files; lines: median ${at(0.5)}, p90 ${at(0.9)}, longest ${at(0.9999)}`)
  const long = sizes
    .filter(({ lines }) => lines > LINES_CAP)
    .map(({ file, lines }) => `${file} has ${lines} lines, over ${LINES_CAP}`)
  return at(0.5) > MEDIAN_CAP ? [...long, `the median file has ${at(0.5)} lines, over ${MEDIAN_CAP}`] : long
}

function checkArrows(): string[] {
  return [...texts].flatMap(([file, text]) => {
    const folder = file.split('/', 1)[0] as string
    const allowed = ARROWS[folder]
    if (!allowed || isTestCode(file)) return []
    return Array.from(
      text.matchAll(/^(import type|import|export).*? from '(?:#|(?:\.\.\/)+)(shared|server|client|src)\//gm),
    )
      .filter(([, keyword, target = '']) => target !== folder && !allowed.includes(target) && keyword !== 'import type')
      .map(([, , target]) => `${file} imports from ${target}/, which its folder may not`)
  })
}

function isTestCode(file: string): boolean {
  return /\.(test|e2e|looks|load)\.tsx?$/.test(file) || /(^|\/)testing(\/|\.ts$)/.test(file)
}
