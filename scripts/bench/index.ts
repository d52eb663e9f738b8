import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import bcrypt from 'bcryptjs'
import { calls } from './calls.ts'
import { deliveries } from './deliveries.ts'
import { engines } from './engines.ts'
import { type Figure, type Figures, median, misses, ms, tableOf } from './figures.ts'
import { folds } from './folds.ts'
import { growth } from './growth.ts'
import { hostile } from './hostile.ts'
import { imports } from './imports.ts'
import { keys } from './keys.ts'
import { lists } from './lists.ts'
import { live } from './live.ts'
import { timesOf } from './load.ts'
import { memory } from './memory.ts'
import { pages } from './pages.ts'
import { purge } from './purge.ts'
import { reads } from './reads.ts'
import { reports } from './reports.ts'
import { search } from './search.ts'
import { endAll, QUIET_SHARE, shareOfCores } from './servers.ts'
import { signIns } from './sign-ins.ts'
import { starts } from './starts.ts'

/*
 * npm run bench: measures all parts in at most fifteen minutes, and writes the table to FIGURES.md.
 * npm run bench -- reads lists: measures these parts and prints their table.
 * npm run bench -- growth: writes 22 GB and takes half an hour; its table goes to FIGURES.md, too.
 */

const PARTS = { calls, reads, lists, starts, reports, live, 'sign-ins': signIns, engines, memory, pages, keys, search }
/** They take long, so they are measured only when they are named. */
const LONG = { deliveries, hostile, imports, folds, growth, purge }

const all = { ...PARTS, ...LONG }
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in all))
if (unknown.length > 0) throw new Error(`There is no part ${unknown.join()}. Parts: ${Object.keys(all).join(', ')}`)
const start = performance.now()
const hash = await hashMs()
const figures: Figure[] = []
/** How busy others kept the machine before a part. */
const others: { name: string; share: number }[] = []
for (const [name, part] of Object.entries(all))
  if (asked.length === 0 ? name in PARTS : asked.includes(name)) await measure(name, part)
const lines = [...tableOf(figures), '', ...notes()]
console.log(lines.join('\n'))
if (asked.length === 0) keep('table', lines)
if (asked.join() === 'growth') keep('growth', lines)

/** A part that fails costs its further lines only. */
async function measure(name: string, part: () => Figures): Promise<void> {
  const share = await shareOfCores()
  others.push({ name, share })
  console.log(`Measuring ${name}; others keep ${percent(share)} of the cores busy …`)
  const begun = performance.now()
  try {
    for await (const figure of part()) {
      figures.push(figure)
      console.log(tableOf([figure]).at(-1))
    }
    console.log(`… ${Math.round((performance.now() - begun) / 1_000)} s`)
  } catch (error) {
    console.error(error)
    process.exitCode = 1
    figures.push({ work: name, assay: `**FAILED**: ${(error as Error).message.split('\n')[0]?.replaceAll('|', '/')}` })
  } finally {
    await endAll()
  }
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

/** Tells how fast the machine is. */
async function hashMs(): Promise<number> {
  return median(await timesOf(5, async () => bcrypt.hashSync('a password', 10)))
}

function notes(): string[] {
  const day = new Date().toISOString().slice(0, 10)
  const minutes = Math.ceil((performance.now() - start) / 60_000)
  const missed = figures.filter(misses)
  const busy = others
    .filter(({ share }) => share > QUIET_SHARE)
    .map(({ name, share }) => `${percent(share)} before ${name}`)
  return [
    `${missed.length} of ${figures.filter(({ bar }) => bar).length} bars are missed.`,
    process.env['BENCH_BEFORE']
      ? '"before" is the last landed version.'
      : 'Measured without an earlier checkout: the lines that compare with it are left out.',
    busy.length > 0
      ? `**Not alone on the machine**: others kept its cores busy, ${busy.join(', ')}.`
      : `Alone on the machine: others kept at most ${percent(Math.max(...others.map(({ share }) => share)))} of its cores busy.`,
    `One bcrypt hash of cost 10 takes ${ms(hash)} here; where the bars in milliseconds were set, a sign-in, which is little else, took 73 ms of CPU.`,
    `Measured ${day}, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}, in ${minutes} minutes.`,
  ]
}

/** Replaces what is between the markers of this name in FIGURES.md. */
function keep(name: string, lines: string[]): void {
  const file = new URL('./FIGURES.md', import.meta.url)
  const text = readFileSync(file, 'utf8')
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  writeFileSync(file, `${text.split(begin)[0]}${begin}\n${lines.join('\n')}\n${end}${text.split(end)[1]}`)
}
