import type { Database } from 'better-sqlite3'
import pg from 'pg'
import { vi } from 'vitest'
import { startTestServer, type TestServer } from './server.ts'
import { isOnPostgres, testDatabase } from './database.ts'

/* Query plans, as the databases explain them. */

/** A server whose queries are recorded. `slowSteps` lists the plan steps whose cost grows with a table. */
export type WatchedServer = {
  server: TestServer
  queries: () => string[]
  slowSteps: (text: string) => Promise<string[]>
  close: () => Promise<void>
}

export const startWatchedServer = isOnPostgres ? onPostgres : onSqlite

/** Tables that stay small. */
const SMALL = ['settings', 'kysely_migration', 'sqlite_master']

async function onSqlite(): Promise<WatchedServer> {
  const seen = new Set<string>()
  let database: Database
  const server = await startTestServer({}, (opened) => {
    database = opened
    const prepare = opened.prepare.bind(opened)
    opened.prepare = (text: string) => {
      seen.add(text)
      return prepare(text)
    }
  })
  const slowSteps = async (text: string) => {
    const parameters = Array.from(text.matchAll(/\?/g), () => null)
    const rows = database.prepare(`explain query plan ${text}`).all(...parameters) as { detail: string }[]
    return rows.map(({ detail }) => detail).filter(isSlowOnSqlite)
  }
  return { server, queries: () => [...seen], slowSteps, close: server.close }
}

/** Scans of a list parameter, a subquery or a small table stay cheap. */
function isSlowOnSqlite(step: string): boolean {
  if (step.includes('TEMP B-TREE')) return true
  const [, table] = /^SCAN (\S+)/.exec(step) ?? []
  return table !== undefined && !['json_each', 'part', 'newest', 'CONSTANT', ...SMALL].includes(table)
}

/**
 * PostgreSQL chooses plans by table size. With slow steps disabled on an empty database, the remaining slow steps are
 * unavoidable at any size. Generic plans match those of frequent statements.
 */
const AVOID_SLOW_STEPS = [
  'plan_cache_mode = force_generic_plan',
  ...['seqscan', 'sort', 'incremental_sort', 'hashjoin', 'mergejoin', 'material'].map((step) => `enable_${step} = off`),
]

async function onPostgres(): Promise<WatchedServer> {
  const run = vi.spyOn(pg.Client.prototype, 'query')
  const server = await startTestServer()
  const empty = await testDatabase({ isMigrated: true })
  const client = new pg.Client(empty.url)
  await client.connect()
  for (const setting of AVOID_SLOW_STEPS) await client.query(`set ${setting}`)
  const firstColumns = await firstColumnsOfIndexes(client)
  return {
    server,
    queries: () => [...new Set(run.mock.calls.map(textOf))],
    slowSteps: async (text) => (await planOf(client, text)).flatMap((step) => slowStepOnPostgres(step, firstColumns)),
    async close() {
      await client.end()
      await empty.remove()
      await server.close()
      run.mockRestore()
    },
  }
}

function textOf([statement]: unknown[]): string {
  return typeof statement === 'object' && statement !== null && 'text' in statement ? String(statement.text) : ''
}

type Step = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Sort Key'?: string[]
  Plans?: Step[]
}

async function planOf(client: pg.Client, text: string): Promise<Step[]> {
  const parameters = new Set(text.match(/\$\d+/g)).size
  await client.query(`prepare explained as ${text}`)
  try {
    const nulls = parameters === 0 ? '' : `(${Array.from({ length: parameters }, () => 'null').join()})`
    const { rows } = await client.query(`explain (format json) execute explained${nulls}`)
    return allSteps(rows[0]['QUERY PLAN'][0].Plan)
  } finally {
    await client.query('deallocate explained')
  }
}

function allSteps(step: Step): Step[] {
  return [step, ...(step.Plans ?? []).flatMap(allSteps)]
}

/** An index scan without a condition on the index's first column reads the whole index. */
function slowStepOnPostgres(step: Step, firstColumns: Map<string, string>): string[] {
  const {
    'Node Type': type,
    'Relation Name': table = '',
    'Index Name': index,
    'Index Cond': condition = '',
    'Sort Key': key,
  } = step
  if (key) return [`${type} by ${key.join()}`]
  if (type === 'Seq Scan') return SMALL.includes(table) ? [] : [`Seq Scan of ${table}`]
  if (index === undefined || condition.includes(firstColumns.get(index) ?? index)) return []
  return [`${type} of all of ${index}`]
}

async function firstColumnsOfIndexes(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query(
    'select indexrelid::regclass::text as index, pg_get_indexdef(indexrelid, 1, true) as column from pg_index',
  )
  return new Map(rows.map(({ index, column }) => [index, column]))
}
