import { allowsCase } from '#shared/test-cases/allows-case.ts'
import type { MatchResults, ReadResults, ResultFilter, SuiteMatches } from '#shared/test-results/match.ts'
import { hasWords, searchWords } from '#shared/test-results/search-words.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { findTestRun, toTestRun } from '../test-runs/test-runs.repository.ts'
import type { ActorContext } from '../context.ts'
import { listFromText } from '../database/case-columns.ts'
import type { Db } from '../database/databases.ts'
import { giveWay } from '../limits/give-way.ts'
import { listPlaces, listSnapshots, listSuiteNames, matching, type ResultPosition } from './match.repository.ts'
import { listResults, ofRun } from './test-results.repository.ts'

/** Limits on the texts read at once: rows, and about this many characters. */
const ROWS = 500
const CHARACTERS = 1_000_000

export async function matchResults(
  { db, actor }: ActorContext,
  { testRunId, ...filter }: MatchResults,
): Promise<SuiteMatches[]> {
  const run = await findTestRun(db, actor, testRunId, 'project.read')
  const places = (await listPlaces(db, matching(toTestRun(run), filter))).toSorted(inOrder)
  const found = looksAtCases(filter) ? await withSnapshots(db, run, places, filter) : places
  const bySuite = Map.groupBy(found, (place) => place.test_suite_id)
  return Array.from(bySuite, ([suiteId, places]) => ({ suiteId, resultIds: places.map(({ id }) => id) }))
}

export async function readResults(
  { db, actor }: ActorContext,
  { testRunId, resultIds }: ReadResults,
): Promise<TestResult[]> {
  const run = await findTestRun(db, actor, testRunId, 'project.read')
  const results = await listResults(db, ofRun(db, run, { ids: resultIds }))
  const byId = new Map(results.map((result) => [result.id, result]))
  return resultIds.flatMap((id) => byId.get(id) ?? [])
}

/** Numbers of suites may repeat. */
function inOrder(a: ResultPosition, b: ResultPosition): number {
  return (
    a.suite_number - b.suite_number ||
    compare(a.test_suite_id, b.test_suite_id) ||
    a.number - b.number ||
    compare(a.id, b.id)
  )
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const OF_RESULTS = new Set(['status', 'newlyFailed', 'assigneeId', 'flaky'])
const looksAtCases = (filter: ResultFilter) => Object.keys(filter).some((condition) => !OF_RESULTS.has(condition))

async function withSnapshots(
  db: Db,
  run: { id: string },
  places: ResultPosition[],
  { q = '', ...conditions }: ResultFilter,
): Promise<ResultPosition[]> {
  const words = searchWords(q)
  const names = new Map((await listSuiteNames(db, { testRunId: run.id })).map(({ id, name }) => [id, name]))
  const found: ResultPosition[] = []
  let rows = ROWS
  for (let from = 0; from < places.length;) {
    const part = places.slice(from, from + rows)
    const snapshots = await listSnapshots(db, { ids: part.map(({ id }) => id) })
    const byId = new Map(snapshots.map((snapshot) => [snapshot.id, snapshot]))
    for (const place of part) {
      const { test_suite_id: suiteId, suite_number: suite, number } = place
      const snapshot = byId.get(place.id)
      if (!snapshot) continue
      const { type, priority, text } = snapshot
      const lists = { tags: listFromText<string>(snapshot.tags), references: listFromText<string>(snapshot.references) }
      if (!allowsCase(conditions, { testSuiteId: suiteId, type, priority, ...lists })) continue
      if (hasWords([`${suite}.${number}`, names.get(suiteId) ?? '', text], words)) found.push(place)
    }
    from += part.length
    rows = rowsAfter(
      snapshots.map(({ text }) => text),
      part.length,
    )
    await giveWay()
  }
  return found
}

/** The number of rows to read next, from the length of the last ones. */
function rowsAfter(texts: Iterable<string>, count: number): number {
  let characters = 1
  for (const { length } of texts) characters += length
  return Math.max(1, Math.min(ROWS, Math.floor((count * CHARACTERS) / characters)))
}
