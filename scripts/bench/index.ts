import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { benchCalls } from './calls.ts'
import { benchFolds } from './folds.ts'
import { benchGrowth } from './growth.ts'
import { benchHostile } from './hostile.ts'
import { benchKeys } from './keys.ts'
import { benchLists } from './lists.ts'
import { benchLive } from './live.ts'
import { benchMemory } from './memory.ts'
import { benchPages } from './pages.ts'
import { benchReads } from './reads.ts'
import { benchReports } from './reports.ts'
import { benchSearch } from './search.ts'
import { benchSignIns } from './sign-ins.ts'
import { benchStarts } from './starts.ts'
import { type Figure, misses, tableOf } from './table.ts'

/*
 * npm run bench: measures all parts, and writes the table to FIGURES.md.
 * npm run bench -- reads lists: measures these parts and prints their table.
 * npm run bench -- hostile: attacks servers; BENCH_ATTACKS names some, as in `BENCH_ATTACKS=bodies`; of `writes`,
 * BENCH_CASES is the size of the suite.
 * npm run bench -- folds: counts reports of 10,000 results for the quality.
 * npm run bench -- growth: writes 22 GB and takes half an hour; its tables go to FIGURES.md.
 */

const PARTS = {
  calls: benchCalls,
  reads: benchReads,
  lists: benchLists,
  starts: benchStarts,
  reports: benchReports,
  folds: benchFolds,
  live: benchLive,
  'sign-ins': benchSignIns,
  memory: benchMemory,
  pages: benchPages,
  keys: benchKeys,
  search: benchSearch,
  hostile: benchHostile,
}
type Part = keyof typeof PARTS
const ALL = Object.keys(PARTS) as Part[]
/** They would take more than the ten minutes of the whole. */
const LONG = new Set<Part>(['hostile', 'folds'])

process.env['NODE_ENV'] = 'production'
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => name !== 'growth' && !ALL.includes(name as Part))
if (unknown.length > 0) throw new Error(`There is no part ${unknown.join()}. Parts: ${ALL.join(', ')}, growth`)
const start = performance.now()
const figures: Figure[] = []
for (const part of ALL.filter((name) => (asked.length === 0 ? !LONG.has(name) : asked.includes(name))))
  figures.push(...(await take(part)))
if (figures.length > 0) {
  const lines = [...tableOf(figures), '', ...notes()]
  console.log(lines.join('\n'))
  if (asked.length === 0) keep('table', lines)
}
if (asked.includes('growth')) keep('growth', [...(await benchGrowth()), '', measured()])

/** A part that fails costs its lines only. */
async function take(part: Part): Promise<Figure[]> {
  console.log(`Measuring ${part} …`)
  const begun = performance.now()
  try {
    const measuredFigures = await PARTS[part]()
    console.log(`… ${Math.round((performance.now() - begun) / 1_000)} s`)
    return measuredFigures
  } catch (error) {
    console.error(error)
    process.exitCode = 1
    return [{ work: part, assay: `**FAILED**: ${(error as Error).message.split('\n')[0]?.replaceAll('|', '/')}` }]
  }
}

function notes(): string[] {
  return [
    `${figures.filter(misses).length} of ${figures.filter(({ bar }) => bar).length} bars are missed.`,
    process.env['BENCH_BEFORE']
      ? '"before" is an earlier checkout.'
      : 'Measured without an earlier checkout: the lines that compare with it are left out.',
    `${measured()}, in ${Math.ceil((performance.now() - start) / 60_000)} minutes.`,
  ]
}

function measured(): string {
  const day = new Date().toISOString().slice(0, 10)
  return `Measured ${day}, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}`
}

/** Replaces what is between the markers of this name in FIGURES.md. */
function keep(name: string, lines: string[]): void {
  const file = new URL('./FIGURES.md', import.meta.url)
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const text = readFileSync(file, 'utf8')
  const [before = '', after = ''] = [text.split(begin)[0], text.split(end)[1]]
  writeFileSync(file, `${before}${begin}\n${lines.join('\n')}\n${end}${after}`)
}
