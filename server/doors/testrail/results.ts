import type { RecordedResult } from '#shared/test-results/test-result.ts'
import type { RecordedResults } from '#shared/test-runs/test-run.ts'
import type { ZodType } from 'zod'
import { actorPerson } from '../../authorize.ts'
import { slices } from '../../limits/give-way.ts'
import { findTargets } from '../../test-results/bulk-targets.ts'
import { recordAtDoor } from '../../test-results/record-many.service.ts'
import { findResultsBy } from '../../test-results/run-results.repository.ts'
import { findTestRun } from '../../test-runs/test-runs.repository.ts'
import { inputOf } from '../../trpc.ts'
import { AddResult, AddResults, ResultOfCase, ResultOfTest } from './bodies.ts'
import { noteResultFields } from './case-fields.ts'
import { type Door, idIn, type Method, refusal } from './door.ts'
import { findEntities, giveNumbers } from './numbers.repository.ts'
import { numbersOf } from './numbers.ts'
import { caseIdsOf } from './refs.ts'
import { entityOf, type Shown, toResultAnswers } from './result-answers.ts'
import { type Entry, entryOf, stepsOf } from './result-inputs.ts'
import { findRun, type FoundRun, readRun } from './runs.ts'
import { findTest } from './tests.ts'

/** `knownTimeMs`: of an edited result. Its text would be rounded. */
type Given = { result: AddResult; testCaseId: string; knownTimeMs?: number | undefined }

export const addResultsForCases: Method = async (door, call) => {
  const found = await findRun(door, call)
  const results = await readAll(ResultOfCase, call.body)
  const numbers = results.map(({ case_id: number }) => number ?? required('case_id'))
  const ids = await caseIdsOf(door, found.project.id, numbers, 'case_id')
  return await record(door, found, pairs(results, ids))
}

export const addResults: Method = async (door, call) => {
  const found = await findRun(door, call)
  const results = await readAll(ResultOfTest, call.body)
  const numbers = results.map(({ test_id: number }) => number ?? required('test_id'))
  return await record(door, found, pairs(results, await casesOfTests(door, found, numbers)))
}

export const addResult: Method = async (door, call) => {
  const { result } = await findTest(door, idIn(call, 0, 'test'))
  const given = { result: inputOf(AddResult, call.body), testCaseId: result.testCase.id }
  return (await record(door, await readRun(door, result.testRunId), [given]))[0]
}

export const addResultForCase: Method = async (door, call) => {
  const found = await findRun(door, call)
  const ids = await caseIdsOf(door, found.project.id, [idIn(call, 1, 'case')], 'case_id')
  return (await record(door, found, pairs([inputOf(AddResult, call.body)], ids)))[0]
}

const pairs = (results: AddResult[], testCaseIds: string[]): Given[] =>
  results.map((result, index) => ({ result, testCaseId: testCaseIds[index] as string }))

function required(field: string): never {
  throw refusal(`Field :${field} is a required field.`)
}

const AT_ONCE = 50

/** A caller may send thousands at once. */
async function readAll<T>(schema: ZodType<T>, body: unknown): Promise<T[]> {
  const step = slices()
  const read: T[] = []
  for (const [index, given] of inputOf(AddResults, body).results.entries()) {
    if (index % AT_ONCE === 0) await step()
    read.push(inputOf(schema, given))
  }
  return read
}

async function casesOfTests({ db }: Door, { run }: FoundRun, numbers: number[]): Promise<string[]> {
  const entities = await findEntities(db, 'test', [...new Set(numbers)])
  const results = await findResultsBy(db, run.id, 'id', [...entities.values()])
  const caseOf = new Map(results.map(({ id, test_case_id }) => [id, test_case_id]))
  return numbers.map((number) => {
    const testCaseId = caseOf.get(entities.get(number) ?? '')
    if (testCaseId === undefined) throw refusal(`Field :test_id has unknown tests: ${number}`)
    return testCaseId
  })
}

/** Records all or none in one write. Answers in the order of the request: callers add files by position. */
export async function record(door: Door, found: FoundRun, given: Given[]): Promise<object[]> {
  const entries = await entriesOf(door, found, given)
  const results = entries.flatMap((entry) => entry ?? [])
  const executedAt = new Date().toISOString()
  const input = { testRunId: found.run.id, results }
  const recorded = results.length === 0 ? [] : (await recordAtDoor(withNumbers(door), input)).results
  await noteResultFields(
    door,
    found.project,
    results.map(({ extras }) => extras ?? {}),
  )
  const shown = recorded.map((result, index) => shownOf(door, results[index] as Entry, result, executedAt))
  const answers = (await toResultAnswers(door, shown)).values()
  const untested = await untestedAnswers(
    door,
    found,
    given.filter((_, index) => entries[index] === undefined),
  )
  return entries.map((entry) => (entry === undefined ? untested.next() : answers.next()).value as object)
}

/** Gives what is recorded its numbers in the same write: a second one would cost as much again. */
function withNumbers(door: Door): Door {
  const write: Door['write'] = async (scope, work) =>
    await door.write(scope, async (db, isAwaited) => {
      const answer = await work(db, isAwaited)
      const { results } = answer as RecordedResults
      await giveNumbers(db, 'test', [...new Set(results.map(({ resultId }) => resultId))])
      await giveNumbers(
        db,
        'result',
        results.map(({ resultId, attempts }) => entityOf({ resultId, number: attempts })),
      )
      return answer
    })
  return { ...door, write }
}

async function entriesOf(door: Door, found: FoundRun, given: Given[]): Promise<(Entry | undefined)[]> {
  const step = slices()
  const entries: (Entry | undefined)[] = []
  for (const [index, { result, testCaseId, knownTimeMs }] of given.entries()) {
    if (index % AT_ONCE === 0) await step()
    entries.push(entryOf(result, testCaseId, knownTimeMs))
  }
  await addSteps(door, found, given, entries)
  return entries
}

/** Verdicts of steps are for the steps that the case has in this run. */
async function addSteps(door: Door, { run }: FoundRun, given: Given[], entries: (Entry | undefined)[]): Promise<void> {
  const stepped = [...given.keys()].filter((at) => entries[at] && given[at]?.result.custom_step_results?.length)
  if (stepped.length === 0) return
  const wanted = stepped.map((at) => entries[at] as Entry)
  const targets = await findTargets(door.db, await findTestRun(door.db, door.actor, run.id, 'run.record'), wanted)
  for (const [index, at] of stepped.entries()) {
    const steps = stepsOf((given[at] as Given).result, targets[index]?.result.step_count ?? 0)
    if (steps.length > 0) (entries[at] as Entry).steps = steps
  }
}

function shownOf(
  { actor }: Door,
  entry: Entry,
  { resultId, status, attempts }: RecordedResult,
  executedAt: string,
): Shown {
  return {
    resultId,
    number: attempts,
    status,
    errorMessage: entry.errorMessage ?? null,
    notes: entry.notes ?? null,
    trace: entry.trace ?? null,
    defects: entry.defects ?? [],
    executionTimeMs: entry.executionTimeMs ?? null,
    executedAt,
    executedBy: actorPerson(actor),
    extras: entry.extras ?? {},
    attachments: [],
  }
}

/** The status Untested leaves a test unchanged. */
async function untestedAnswers(door: Door, { run }: FoundRun, given: Given[]): Promise<IterableIterator<object>> {
  const ids = given.map(({ testCaseId }) => testCaseId)
  const results = ids.length === 0 ? [] : await findResultsBy(door.db, run.id, 'test_case_id', ids)
  const numberOfTest = await numbersOf(
    door,
    'test',
    results.map(({ id }) => id),
  )
  const testOf = new Map(results.map(({ id, test_case_id }) => [test_case_id, numberOfTest(id)]))
  return given
    .map(({ testCaseId }) => ({ id: null, test_id: testOf.get(testCaseId) ?? null, status_id: 3, attachment_ids: [] }))
    .values()
}
