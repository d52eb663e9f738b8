import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import { SaxesParser } from 'saxes'
import { openSqlite } from '#server/database/sqlite.ts'
import { testDatabase } from '#server/testing/database.ts'
import { addProject, besideBefore, createProject, junit, ofVersions, recordingIn, signUp } from './data.ts'
import { type Figures, median, ms, SLOWER } from './figures.ts'
import { timeOf, waitsDuring } from './load.ts'
import { atEnd, fileOf, memoryOf, newDatabase, type Start, startAssay } from './servers.ts'

/* Uploads of reports: how long they take, how long others wait, and the memory of the server. */

export async function* reports(): Figures {
  yield* recording(junit(10_000))
  const huge = junit(100_000)
  yield* besideBefore((start) => reading(huge, start))
  yield* writing(huge)
  const long = junit(100_000, { contentOf: () => `<system-out>${'x'.repeat(900)}</system-out>` })
  yield* besideBefore((start) => memory(long, start))
}

/** New cases in a new project each time, beside the same tokenizer and rows with bare SQL in a database of its own. */
async function* recording(report: string): Figures {
  const server = await startAssay(await newDatabase('sqlite'))
  const user = await signUp(server)
  const { url: database, remove } = await testDatabase({ isMigrated: true })
  atEnd(remove)
  const [filled, empty] = [openSqlite(fileOf(server)), openSqlite(fileOf({ database }))]
  empty.pragma('foreign_keys = OFF')
  const [product, bare]: [number[], number[]] = [[], []]
  for (let round = 0; round < 5; round++) {
    const project = await createProject(user)
    let run = ''
    product.push(await timeOf(async () => (run = await user.report(project, report))))
    const insertAll = prepareCopy(run, filled, empty)
    bare.push(
      await timeOf(async () => {
        tokenize(report)
        insertAll()
      }),
    )
  }
  for (const db of [filled, empty]) db.close()
  const [ours, theirs] = [median(product), median(bare)]
  yield {
    work: 'report of 10,000 results in one JUnit file',
    assay: `${ms(ours)}, ${Math.round(10_000 / (ours / 1_000)).toLocaleString('en')} results/s`,
    beside: `saxes and bare inserts: ${ms(theirs)}`,
    value: ours / theirs,
    bar: '≤ 4',
  }
}

/** The rows of an uploaded report by table, in the order of their insertion. */
const ROWS = {
  test_suites: 'id in (select test_suite_id from test_results where test_run_id = ?)',
  test_cases: 'id in (select test_case_id from test_results where test_run_id = ?)',
  test_case_revisions: 'test_case_id in (select test_case_id from test_results where test_run_id = ?)',
  test_runs: 'id = ?',
  test_run_suites: 'test_run_id = ?',
  test_results: 'test_run_id = ?',
  test_result_attempts: 'test_result_id in (select id from test_results where test_run_id = ?)',
}

/** Returns what inserts all rows of a run in one transaction, with one prepared statement for each table. */
function prepareCopy(run: string, from: Database, into: Database): () => void {
  const tables = Object.entries(ROWS).map(([table, where]) => {
    const rows = from.prepare(`select * from ${table} where ${where}`).raw().all(run) as unknown[][]
    const marks = rows[0]?.map(() => '?') ?? []
    return { rows, insert: into.prepare(`insert into ${table} values (${marks.join()})`) }
  })
  const insertAll = into.transaction(() => {
    for (const { rows, insert } of tables) for (const row of rows) insert.run(row)
  })
  return () => insertAll.immediate()
}

/** Counts, so that no token can be skipped. */
function tokenize(report: string): number {
  const parser = new SaxesParser()
  let seen = 0
  parser.on('opentag', ({ attributes }) => (seen += Object.keys(attributes).length))
  parser.on('text', (text) => (seen += text.length))
  parser.write(report).close()
  return seen
}

async function* reading(report: string, start: Start): Figures {
  const user = await signUp(await start())
  const project = await createProject(user)
  const work = () => user.report(project, report)
  const { times, p99Ms, longestMs } = await waitsDuring(user.server, user.get('/projects'), work)
  yield {
    work: '`GET /projects` during a report of 100,000 results',
    assay: `p50 ${ms(median(times))}, p99 ${ms(p99Ms)}, most ${ms(longestMs)}`,
    value: p99Ms,
    bar: ['≤ 100 ms', SLOWER],
  }
}

/** A report of new cases, then the same of known ones, and how long other writes wait meanwhile. */
async function* writing(report: string): Figures {
  const { assay, before } = await ofVersions((start) => uploads(start, report))
  const waited = ({ longestMs, times }: Upload) => `${ms(longestMs)} of ${times.length} writes`
  const seconds = ({ tookMs }: Upload) => `${(tookMs / 1_000).toFixed(1)} s`
  for (const kind of ['unknown', 'known'] as const) {
    const [ours, theirs] = [assay[kind], before?.[kind]]
    yield {
      work: `longest wait of another write during 100,000 results, ${kind} cases`,
      assay: `${waited(ours)} (${ms(assay.quiet.longestMs)} without a report)`,
      ...(theirs && { beside: `before: ${waited(theirs)}` }),
      value: ours.longestMs,
      bar: ['≤ 100 ms', SLOWER],
    }
    yield {
      work: `report of 100,000 results, ${kind} cases`,
      assay: seconds(ours),
      ...(theirs && { beside: `before: ${seconds(theirs)}`, value: ours.tookMs / theirs.tookMs }),
      bar: '≤ 1.1',
    }
  }
}

type Upload = Awaited<ReturnType<typeof waitsDuring>>

async function uploads(start: Start, report: string) {
  const user = await signUp(await start())
  const project = await addProject(user, 1, 1)
  const during = (work: () => Promise<unknown>) => waitsDuring(user.server, recordingIn(user, project), work)
  const upload = () => user.report(project.id, report)
  return { quiet: await during(() => wait(3_000)), unknown: await during(upload), known: await during(upload) }
}

async function* memory(report: string, start: Start): Figures {
  const user = await signUp(await start())
  const project = await createProject(user)
  const before = memoryOf(user.server, 'VmRSS')
  await user.report(project, report)
  const grown = memoryOf(user.server, 'VmHWM') - before
  yield {
    work: `report of 100,000 results in ${Math.round(report.length / 1e6)} MB: growth of memory`,
    assay: `${grown.toFixed(0)} MiB at most`,
    value: grown,
    bar: '≤ 150 MiB',
  }
}
