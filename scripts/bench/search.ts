import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { newFields } from '#shared/test-cases/test-case.ts'
import { toCaseColumns } from '#server/database/case-columns.ts'
import type { Db } from '#server/database/databases.ts'
import { newId } from '#server/database/new-id.ts'
import { firstRevision, insertCaseRows } from '#server/test-cases/case-writes.repository.ts'
import { percentile, timesOf } from './load.ts'
import { addProject, cpuSeconds, inPlace, type Place, type Project, signUp } from './servers.ts'
import { postgresStore, sqliteStore, type Store } from './stores.ts'
import { type Figure, ms } from './table.ts'

/* Searches over 100,000 cases of one project, on both engines, beside a scan of the same texts. */

const SUITES = 100
const CASES_PER_SUITE = 1_000
const COUNT = SUITES * CASES_PER_SUITE
const CALLS = 100
const PAGE = 50

/** What is searched, and the word for the scan beside it. */
const SEARCHES: [name: string, query: string, word?: string][] = [
  ['in 1 case', 'q=onlyone', 'onlyone'],
  ['in 10 cases', 'q=tencases', 'tencases'],
  ['in 2 %', 'q=everyfiftieth', 'everyfiftieth'],
  ['in 50 %', 'q=evencase', 'evencase'],
  ['in all', 'q=everywhere', 'everywhere'],
  ['in the last suite only', 'q=lastsuite', 'lastsuite'],
  ['in the last 30 % only', 'q=lastthird', 'lastthird'],
  ['nowhere', 'q=zebra', 'zebra'],
  ['two words, each in 50 %, never together', 'q=evencase+oddcase'],
  ['1 letter', 'q=e', 'e'],
  ['2 letters in most', 'q=re', 're'],
  ['2 letters, nowhere', 'q=qz', 'qz'],
  ['a ref', 'q=C99999'],
  ['20 words', `q=${Array.from({ length: 20 }, (_, index) => `c1${index}9`).join('+')}`],
  ['no word, priority of 1 %', 'priority=critical'],
  ['no word, a tag of 0.5 %', 'tag=smoke'],
  ['no word, without a tag', 'notTag=smoke'],
  ['in all, critical, last 50 suites', 'q=everywhere&priority=critical&LAST'],
]

export async function benchSearch(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const open of [sqliteStore, postgresStore]) {
    const store = await open()
    figures.push(...(await inPlace((place) => searchesOn(store, place)).finally(store.remove)))
  }
  return figures
}

async function searchesOn({ name: engine, create, open }: Store, { assay }: Place): Promise<Figure[]> {
  const url = await create(0)
  const server = await assay(url)
  const user = await signUp(server)
  const project = await addProject(user, { suites: SUITES, casesPerSuite: 0 })
  const db = await open(url)
  await fillSuites(db, project)
  const start = performance.now()
  while (await isIndexing(db)) await wait(200)
  const indexed = `${((performance.now() - start) / 1_000).toFixed(1)} s`
  const work = `${engine}: index of ${COUNT.toLocaleString('en')} new cases, in the background`
  const figures: Figure[] = [{ work, assay: indexed }]
  const last = project.suiteIds.slice(SUITES / 2).map((id) => `testSuiteId=${id}`)
  for (const [name, query, word] of SEARCHES) {
    const path = `/projects/${project.id}/test-cases?limit=${PAGE}&${query.replace('LAST', last.join('&'))}`
    const search = () => user.call('GET', path)
    await timesOf(CALLS / 10, search)
    const before = cpuSeconds(server)
    const times = await timesOf(CALLS, search)
    const cpu = ((cpuSeconds(server) - before) / CALLS) * 1_000
    const scans = word ? await timesOf(CALLS / 10, () => scan(db, word)) : undefined
    const value = percentile(times, 0.99)
    figures.push({
      work: `${engine}: a search, ${name}`,
      assay: `p50 ${ms(percentile(times, 0.5), 1)}, p99 ${ms(value, 1)}, ${ms(cpu, 1)} CPU of the server`,
      ...(scans && { beside: `scan: p50 ${ms(percentile(scans, 0.5), 1)}` }),
      value,
      bar: { atMost: 50, unit: 'ms' },
    })
  }
  await db.destroy()
  return figures
}

async function isIndexing(db: Db): Promise<boolean> {
  const waiting = db.selectFrom('test_case_search').select('test_case_id').where('is_indexed', '=', 0)
  return (await waiting.limit(1).execute()).length > 0
}

/** What a search without an index does. */
async function scan(db: Db, word: string): Promise<unknown> {
  const text = sql`lower(test_cases.ref || ' ' || test_cases.name || ' ' || coalesce(test_cases.description, '') || ' ' || coalesce(test_cases.steps, ''))`
  return await db
    .selectFrom('test_cases')
    .innerJoin('test_suites', 'test_suites.id', 'test_cases.test_suite_id')
    .selectAll('test_cases')
    .where(sql<boolean>`${text} like ${`%${word}%`}`)
    .orderBy('test_suites.number')
    .orderBy('test_cases.number')
    .limit(PAGE)
    .execute()
}

const WORDS =
  'order invoice customer email address status timeout retry total price amount discount currency sort detail role token'.split(
    ' ',
  )

/** Words of a text, always the same for the same number. */
const words = (seed: number, count: number) =>
  Array.from({ length: count }, (_, at) => WORDS[(Math.imul(seed * 31 + at, 2_654_435_761) >>> 8) % WORDS.length]).join(
    ' ',
  )

/** The words that a case has for the searches, by its position in the project. */
function marksOf(index: number): string {
  const marks = [
    'everywhere',
    index === Math.floor(COUNT / 2) && 'onlyone',
    index % (COUNT / 10) === 7 && 'tencases',
    index % 50 === 3 && 'everyfiftieth',
    index % 2 === 0 ? 'evencase' : 'oddcase',
    index >= COUNT * 0.99 && 'lastsuite',
    index >= COUNT * 0.7 && 'lastthird',
  ]
  return marks.filter(Boolean).join(' ')
}

/** Cases of about 300 characters. Their searches differ in how many they find, and where. */
async function fillSuites(db: Db, { id: project_id, suiteIds }: Project): Promise<void> {
  for (const [at, test_suite_id] of suiteIds.entries()) {
    const rows = Array.from({ length: CASES_PER_SUITE }, (_, position) => {
      const index = at * CASES_PER_SUITE + position
      const fields = newFields({
        name: `Checks ${words(index, 4)} ${marksOf(index)}`,
        type: 'auto',
        description: words(index + 1, 10),
        steps: [0, 1, 2].map((step) => ({ action: words(index + step, 6), expected: words(index - step, 2) })),
        priority: index % 100 === 0 ? 'critical' : 'medium',
        tags: index % 200 === 5 ? ['smoke', 'nightly'] : [],
      })
      const row = { id: newId(), project_id, test_suite_id, ref: `C${index + 1}`, number: position + 1 }
      return { ...row, ...firstRevision(new Date().toISOString(), null), ...toCaseColumns(fields) }
    })
    await db.transaction().execute((trx) => insertCaseRows(trx, rows))
  }
  await db.updateTable('projects').set({ last_case_number: COUNT }).where('id', '=', project_id).execute()
}
