import { findCaseIds, findCasesByRef } from '../../test-cases/case-lookup.repository.ts'
import { findRunIdByRef } from '../../test-runs/run-refs.repository.ts'
import { type Door, refusal } from './door.ts'
import { findEntities, type Kind } from './numbers.repository.ts'
import { numbersOf } from './numbers.ts'
import { projectIdsOf } from './projects.ts'

/*
 * C12 and R5 are 12 and 5 to a caller of one project, as titles in test code say. To a caller of several projects they
 * have numbers above these, which are unique. Both are read from either.
 */

const FIRST_UNIQUE = 100_000_000

type Named = { id: string; ref: string }

/** The numbers of cases or runs in answers, by id. */
export async function refNumbers(door: Door, kind: 'case' | 'run', records: Named[]): Promise<(id: string) => number> {
  if (door.onlyProject !== undefined) {
    const byId = new Map(records.map(({ id, ref }) => [id, Number(ref.slice(1))]))
    return (id) => byId.get(id) as number
  }
  const ids = records.map(({ id }) => id)
  const numberOf = await numbersOf(door, kind, ids)
  return (id) => FIRST_UNIQUE + numberOf(id)
}

export async function refNumber(door: Door, kind: 'case' | 'run', record: Named): Promise<number> {
  return (await refNumbers(door, kind, [record]))(record.id)
}

/** The ids of cases of a project, in the order of their numbers. Throws a refusal that names the unknown ones. */
export async function caseIdsOf(door: Door, projectId: string, numbers: number[], field: string): Promise<string[]> {
  const known = await findCasesOf(door, projectId, numbers)
  const unknown = [...new Set(numbers)].filter((number) => !known.has(number))
  if (unknown.length > 0) throw refusal(`Field :${field} has unknown cases: ${listed(unknown)}`)
  return numbers.map((number) => known.get(number) as string)
}

const SHOWN = 50
const listed = (numbers: number[]) =>
  numbers
    .slice(0, SHOWN)
    .map((number) => `C${number}`)
    .join(', ') + (numbers.length > SHOWN ? ', …' : '')

async function findCasesOf({ db }: Door, projectId: string, numbers: number[]): Promise<Map<number, string>> {
  const distinct = [...new Set(numbers)]
  const refs = distinct.filter((number) => number <= FIRST_UNIQUE).map((number) => `C${number}`)
  const found = refs.length === 0 ? new Map<string, { id: string }>() : await findCasesByRef(db, projectId, refs)
  const known = new Map(Array.from(found, ([ref, { id }]) => [Number(ref.slice(1)), id]))
  const unique = await uniqueIds(db, 'case', distinct)
  const shown = await findCaseIds(db, projectId, [...unique.values()])
  for (const [number, id] of unique) if (shown.has(id)) known.set(number, id)
  return known
}

async function uniqueIds(db: Door['db'], kind: Kind, numbers: number[]): Promise<Map<number, string>> {
  const unique = numbers.filter((number) => number > FIRST_UNIQUE).map((number) => number - FIRST_UNIQUE)
  const found = await findEntities(db, kind, unique)
  return new Map(Array.from(found, ([number, id]) => [number + FIRST_UNIQUE, id]))
}

export const unknownCase = () => refusal('Field :case_id is not a valid test case.')
export const unknownRun = () => refusal('Field :run_id is not a valid test run.')

/** The id of a case by a number that may belong to any project of the caller. */
export async function caseIdOf(door: Door, number: number): Promise<string> {
  if (number > FIRST_UNIQUE) return (await uniqueIds(door.db, 'case', [number])).get(number) ?? fail(unknownCase())
  const ref = `C${number}`
  const find = async (projectId: string) => (await findCasesByRef(door.db, projectId, [ref])).get(ref)?.id
  return await onlyOne(door, ref, find, unknownCase)
}

export async function runIdOf(door: Door, number: number): Promise<string> {
  if (number > FIRST_UNIQUE) return (await uniqueIds(door.db, 'run', [number])).get(number) ?? fail(unknownRun())
  const ref = `R${number}`
  return await onlyOne(door, ref, (projectId) => findRunIdByRef(door.db, projectId, ref), unknownRun)
}

type Find = (projectId: string) => Promise<string | undefined>

async function onlyOne(door: Door, ref: string, find: Find, unknown: () => Error): Promise<string> {
  const found: string[] = []
  for (const projectId of await projectIdsOf(door)) {
    found.push(...[await find(projectId)].filter((id) => id !== undefined))
    if (found.length > 1)
      throw refusal(`${ref} is in several of your projects. Use the address /testrail/{project}/ of one project`)
  }
  return found[0] ?? fail(unknown())
}

function fail(error: Error): never {
  throw error
}
