import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { conflictMarkers } from './conflict-markers.ts'
import { importProblems } from './import-gate.ts'
import { bin, run } from './launch.mjs'

/* Checks beyond the linter: file sizes, line lengths, conflict markers, imports between folders, and dead code. */

const MEDIAN_CAP = 80
const LINES_CAP = 350
const COLUMNS_CAP = 120

/** Report samples and generated clients keep the lines of their tools. */
const FOREIGN = /\/readers\/samples\/|^scripts\/generated-clients\//

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /^(src|client|server|shared|migrations|scripts)\/.*\.(ts|tsx|mjs)$/.test(file))
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8').split('\n')]))
console.log(`${longLines().length} lines over ${COLUMNS_CAP} columns`)
const knip = run([bin('knip', 'knip'), '--no-progress'])
const problems = [...sizeProblems(), ...conflictMarkers(process.cwd()), ...(await importProblems(process.cwd()))]
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 || (await knip) !== 0 ? 1 : 0

function sizeProblems(): string[] {
  const sizes = Array.from(texts, ([file, lines]) => ({ file, lines: lines.length - 1 }))
  const ordered = sizes.map(({ lines }) => lines).toSorted((a, b) => a - b)
  const at = (share: number) => ordered[Math.floor(ordered.length * share)] ?? 0
  console.log(`${files.length} files; lines: median ${at(0.5)}, p90 ${at(0.9)}, longest ${at(0.9999)}`)
  const long = sizes
    .filter(({ lines }) => lines > LINES_CAP)
    .map(({ file, lines }) => `${file} has ${lines} lines, over ${LINES_CAP}`)
  return at(0.5) > MEDIAN_CAP ? [...long, `the median file has ${at(0.5)} lines, over ${MEDIAN_CAP}`] : long
}

/** Prettier breaks lines of code, but not comments and strings. */
function longLines(): string[] {
  return Array.from(texts)
    .filter(([file]) => !FOREIGN.test(file))
    .flatMap(([file, lines]) =>
      lines.flatMap((line, index) =>
        line.length > COLUMNS_CAP ? [`${file}:${index + 1} has ${line.length} columns, over ${COLUMNS_CAP}`] : [],
      ),
    )
}
