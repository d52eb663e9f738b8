import { openAsBlob, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openSqlite } from '#server/database/sqlite.ts'
import { barePass, copyRun } from './bare-report.ts'
import { median, percentile, timesOf } from './load.ts'
import { inPlace, junit, memoryOf, type Place, type Server, signUp, startRun } from './servers.ts'
import { type Figure, ms } from './table.ts'

/* Uploads of reports: how long they take, how long others wait, and the memory of the server. */

export async function benchReports(): Promise<Figure[]> {
  return await inPlace(async (place) => {
    const file = (name: string, content: string) => {
      writeFileSync(join(place.folder, name), content)
      return join(place.folder, name)
    }
    const huge = file('100k.xml', junit(100_000))
    return [
      await recording(place, file('10k.xml', junit(10_000))),
      await waiting(place, huge),
      ...(await writes(place, huge)),
      await memory(place, file('100mb.xml', junit(100_000, 900))),
    ]
  })
}

/** 10,000 results of new cases, in a new project each time, beside the same tokenizer and rows with bare SQL. */
async function recording({ assay, folder }: Place, report: string): Promise<Figure> {
  const database = join(folder, 'recording.db')
  const user = await signUp(await assay(database))
  const bare: number[] = []
  const product = await timesOf(7, async (round) => {
    const { id } = await user.call('POST', '/projects', { name: `Round ${round}` })
    const run = await user.report(id, await openAsBlob(report))
    const db = openSqlite(database)
    const rows = copyRun(db, run)
    bare.push(...(await timesOf(1, async () => barePass(db, readFileSync(report), rows))))
    db.close()
  })
  const [productMs, bareMs] = [median(product), median(bare)]
  const rate = Math.round(10_000 / (productMs / 1000)).toLocaleString('en')
  return {
    work: 'report of 10,000 results in one JUnit file',
    assay: `${ms(productMs)}, ${rate} results/s`,
    beside: `saxes and bare inserts: ${ms(bareMs)}`,
    value: productMs / bareMs,
    bar: { atMost: 4 },
  }
}

/** Times of a call that is repeated until some work ends. */
async function during(work: Promise<unknown>, call: () => Promise<unknown>) {
  const start = performance.now()
  const state = { isDone: false }
  const done = work.then(() => (state.isDone = true))
  const times: number[] = []
  while (!state.isDone) {
    times.push(...(await timesOf(1, call)))
    await wait(5)
  }
  await done
  return { times, longestMs: Math.max(...times), totalMs: performance.now() - start }
}

async function waiting({ assay, folder }: Place, report: string): Promise<Figure> {
  const user = await signUp(await assay(join(folder, 'waiting.db')))
  const { id } = await user.call('POST', '/projects', { name: 'Waiting' })
  const read = () => user.call('GET', '/projects')
  await timesOf(100, read)
  const { times } = await during(user.report(id, await openAsBlob(report)), read)
  const at = (share: number) => ms(percentile(times, share))
  return {
    work: '`GET /projects` during a report of 100,000 results',
    assay: `p50 ${at(0.5)}, p99 ${at(0.99)}, most ${at(1)}`,
    value: percentile(times, 0.99),
    bar: { atMost: 100, unit: 'ms' },
  }
}

/** A report of new cases, then the same of known ones, and how long other writes wait meanwhile. */
async function writes(place: Place, report: string): Promise<Figure[]> {
  const earlier = await place.before()
  const before = earlier && (await uploads(earlier, report))
  const ours = await uploads(await place.assay(join(place.folder, 'writes.db')), report)
  const quiet = `${ms(ours.quiet.longestMs)} without a report`
  const seconds = ({ totalMs }: { totalMs: number }) => `${(totalMs / 1_000).toFixed(1)} s`
  return (['unknown', 'known'] as const).flatMap((kind): Figure[] => {
    const { totalMs, longestMs, times } = ours[kind]
    const theirs = before?.[kind]
    return [
      {
        work: `longest wait of another write during 100,000 results, ${kind} cases`,
        assay: `${ms(longestMs)} of ${times.length} writes (${quiet})`,
        ...(theirs && { beside: `before: ${ms(theirs.longestMs)} of ${theirs.times.length}` }),
        value: longestMs,
        bar: { atMost: 100, unit: 'ms' },
      },
      {
        work: `report of 100,000 results, ${kind} cases`,
        assay: seconds(ours[kind]),
        beside: `before: ${theirs ? seconds(theirs) : 'not given'}`,
        ...(theirs && { value: totalMs / theirs.totalMs }),
        bar: { atMost: 1.1 },
      },
    ]
  })
}

async function uploads(server: Server, report: string) {
  const user = await signUp(server)
  const { call } = user
  const { id } = await call('POST', '/projects', { name: 'Reports' })
  const suite = await call('POST', '/test-suites', { name: 'Other', projectId: id })
  const testCase = await call('POST', '/test-cases', { name: 'Other', testSuiteId: suite.id, type: 'auto' })
  const testRunId = await startRun(user, { id })
  const write = () => call('POST', `/test-cases/${testCase.id}/execute`, { testRunId, status: 'passed' })
  await timesOf(50, write)
  const upload = async () => await user.report(id, await openAsBlob(report))
  return {
    quiet: await during(wait(3_000), write),
    unknown: await during(upload(), write),
    known: await during(upload(), write),
  }
}

/** Growth of the server's memory during an upload of 100 MB. */
async function memory({ assay, folder }: Place, report: string): Promise<Figure> {
  const server = await assay(join(folder, 'memory.db'))
  const user = await signUp(server)
  const { id } = await user.call('POST', '/projects', { name: 'Memory' })
  const before = memoryOf(server, 'VmRSS')
  await user.report(id, await openAsBlob(report))
  const grown = memoryOf(server, 'VmHWM') - before
  return {
    work: `report of 100,000 results in ${Math.round(statSync(report).size / 1e6)} MB: growth of memory`,
    assay: `${grown.toFixed(0)} MiB at most`,
    value: grown,
    bar: { atMost: 150, unit: 'MiB' },
  }
}
