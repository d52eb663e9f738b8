import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { benchGrowth } from './growth.ts'
import { benchLive } from './live.ts'
import { benchReports } from './reports.ts'
import { benchRest } from './rest.ts'
import { benchRuns } from './runs.ts'
import { benchSignIns } from './sign-ins.ts'

/*
 * npm run bench -- [rest] [runs] [reports] [live] [sign-ins]: measures, and writes the tables to FIGURES.md.
 * npm run bench -- growth: writes 22 GB and takes half an hour, so it runs only when named.
 */

const BENCHES = {
  rest: benchRest,
  runs: benchRuns,
  reports: benchReports,
  live: benchLive,
  'sign-ins': benchSignIns,
  growth: benchGrowth,
}
const ONLY_WHEN_NAMED = new Set(['growth'])
const file = new URL('./FIGURES.md', import.meta.url)

process.env['NODE_ENV'] = 'production'
const asked = process.argv.slice(2)
const names = (Object.keys(BENCHES) as (keyof typeof BENCHES)[]).filter((name) =>
  asked.length === 0 ? !ONLY_WHEN_NAMED.has(name) : asked.includes(name),
)
for (const name of names) {
  console.log(`Measuring ${name} …`)
  const table = await BENCHES[name]()
  console.log(table.join('\n'))
  keep(name, [
    ...table,
    '',
    `Measured ${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}`,
  ])
}

/** Replaces the table between the markers of this name. */
function keep(name: string, lines: string[]): void {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const text = readFileSync(file, 'utf8')
  const [before = '', after = ''] = [text.split(start)[0], text.split(end)[1]]
  writeFileSync(file, `${before}${start}\n${lines.join('\n')}\n${end}${after}`)
}
