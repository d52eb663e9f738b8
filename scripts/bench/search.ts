import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/database/databases.ts'
import { apiOf } from '../seed/api.ts'
import type { Figure } from './figure.ts'
import { postgresStore, sqliteStore, type Store } from './growth-stores.ts'
import { cpuSeconds, percentile, startTarget, stopTarget, type Target } from './load.ts'
import { makeProject } from './project.ts'
import { fillSuites } from './search-cases.ts'

/* Searches over 100,000 cases of one project, on both engines, beside a scan of the same texts. */

const SUITES = 100
const CASES_PER_SUITE = 1_000
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
    try {
      figures.push(...(await searchesOn(store)))
    } finally {
      await store.remove()
    }
  }
  return figures
}

async function searchesOn(store: Store): Promise<Figure[]> {
  const url = await store.create(0)
  const target = await startTarget('./assay.ts', [url])
  try {
    const project = await makeProject(target.url, { suites: SUITES, casesPerSuite: 0 })
    const db = await store.open(url)
    await fillSuites(db, project.projectId, project.suiteIds, CASES_PER_SUITE)
    const start = performance.now()
    while ((await waiting(db)) > 0) await wait(200)
    const indexed = (performance.now() - start) / 1_000
    const call = apiOf(target.url, project.token)
    const last = project.suiteIds.slice(SUITES / 2).map((id) => `testSuiteId=${id}`)
    const lines: Figure[] = [
      {
        work: `${store.name}: index of ${(SUITES * CASES_PER_SUITE).toLocaleString('en')} new cases, in the background`,
        assay: `${indexed.toFixed(1)} s`,
      },
    ]
    for (const [name, query, word] of SEARCHES) {
      const path = `/projects/${project.projectId}/test-cases?limit=${PAGE}&${query.replace('LAST', last.join('&'))}`
      lines.push(
        await figureOf(
          `${store.name}: a search, ${name}`,
          target,
          () => call('GET', path),
          word && (() => scan(db, word)),
        ),
      )
    }
    await db.destroy()
    return lines
  } finally {
    await stopTarget(target)
  }
}

async function waiting(db: Db): Promise<number> {
  const rows = await db
    .selectFrom('test_case_search')
    .select('test_case_id')
    .where('is_indexed', '=', 0)
    .limit(1)
    .execute()
  return rows.length
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

async function figureOf(
  work: string,
  target: Target,
  search: () => Promise<unknown>,
  beside: (() => Promise<unknown>) | '' | undefined,
): Promise<Figure> {
  await timesOf(search, CALLS / 10)
  const before = cpuSeconds(target)
  const times = await timesOf(search, CALLS)
  const cpu = ((cpuSeconds(target) - before) / CALLS) * 1_000
  const p99 = percentile(times, 0.99)
  const scans = beside ? await timesOf(beside, CALLS / 10) : undefined
  return {
    work,
    assay: `p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${cpu.toFixed(1)} ms CPU of the server`,
    ...(scans && { beside: `scan: p50 ${percentile(scans, 0.5).toFixed(1)} ms` }),
    value: p99,
    bar: { atMost: 50, unit: 'ms' },
  }
}

async function timesOf(work: () => Promise<unknown>, count: number): Promise<number[]> {
  const times: number[] = []
  for (let call = 0; call < count; call++) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return times
}
