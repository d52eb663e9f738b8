import { expectationProblem } from '#shared/test-cases/expected-value.ts'
import { CLAIMED_NUMBER_MAX } from '#shared/test-cases/case-ref.ts'
import { applyFields, CASE_FIELD_NAMES, newFields, type StoredFields } from '#shared/test-cases/test-case.ts'
import { type CaseColumns, columnOf, toCaseColumns } from '../database/case-columns.ts'
import type { Db } from '../database/databases.ts'
import { toCaseDetail } from '../test-cases/test-cases.repository.ts'
import { findCandidates, type KnownRow } from './imports.repository.ts'
import type { ReadCase } from './readers/read-case.ts'

/**
 * What an import does with a case of a file: `fields` are those of the case afterwards, `changed` the names of those of a
 * known case that change. `notes` say what differs from the file.
 */
export type Planned = {
  read: ReadCase
  known: KnownRow | null
  fields: StoredFields
  changed: string[]
  notes: string[]
}

/**
 * Finds the case of the project for each case of a file: by external key, then ref, automation key, and suite and name.
 * `listUsed` tells which of them the import has found before: each is found once.
 */
export async function matchCases(
  db: Db,
  projectId: string,
  cases: ReadCase[],
  listUsed: (ids: string[]) => Promise<Set<string>>,
): Promise<Planned[]> {
  const rows = await findCandidates(db, projectId, cases)
  const used = await listUsed(rows.map(({ id }) => id))
  const byExternal = new Map(rows.map((row) => [row.external_key, row]))
  const byRef = new Map(rows.map((row) => [row.ref, row]))
  const byKey = new Map(rows.map((row) => [row.automation_key, row]))
  const byName = Map.groupBy(
    rows.toSorted((a, b) => a.number - b.number),
    (row) => nameOf(row.suite_name, row.name),
  )
  return cases.map((read) => {
    const { externalKey, automationKey, name } = read.given
    const free = (row: KnownRow | undefined) => (row && !used.has(row.id) ? row : undefined)
    const ofRef = read.claim === null ? undefined : byRef.get(`C${read.claim}`)
    const known =
      (externalKey && free(byExternal.get(externalKey))) ||
      (ofRef && isSame(ofRef, read) && free(ofRef)) ||
      (automationKey && free(byKey.get(automationKey))) ||
      byName
        .get(nameOf(read.suite, name ?? ''))
        ?.find((row) => free(row) && (!automationKey || row.automation_key === null) && fits(row, read))
    if (known) used.add(known.id)
    return plan(read, known ?? null)
  })
}

const nameOf = (suite: string, name: string) => JSON.stringify([suite, name])

/** A ref of another project may be that of any case here. */
const isSame = (row: KnownRow, read: ReadCase) =>
  (row.suite_name === read.suite || row.name === read.given.name) && fits(row, read)

const fits = (row: KnownRow, { given: { externalKey } }: ReadCase) =>
  !externalKey || row.external_key === null || row.external_key === externalKey

function plan(read: ReadCase, known: KnownRow | null): Planned {
  if (!known) return { read, known, fields: completed(newFields(read.given as NewFields)), changed: [], notes: [] }
  const before = toCaseDetail({ ...known, updated_by_name: null })
  const { type, extras, ...given } = read.given
  const wanted = applyFields(before, { ...given, ...(extras && { extras: { ...before.extras, ...extras } }) })
  const { fields, problem } = withFittingValue(completed(wanted), before)
  const changed = changedFields(before, fields)
  const notes = [
    ...(problem ? [`${problem}; what is expected stays`] : []),
    ...(type !== undefined && type !== before.type ? [`the case stays ${before.type}`] : []),
    ...(read.suite === known.suite_name ? [] : [`the case stays in suite ${known.suite_name}`]),
  ]
  return { read, known, fields, changed, notes }
}

type NewFields = Parameters<typeof newFields>[0]

/** A manual case needs something to do or to expect: its name is the step. A value without a type is text. */
function completed(fields: StoredFields): StoredFields {
  const { type, steps, expectedValueType, expectedValue, name } = fields
  if (type !== 'manual' || steps.length > 0 || expectedValueType !== null) return fields
  if (expectedValue !== null) return { ...fields, expectedValueType: 'string' }
  return { ...fields, steps: [{ action: name, expected: '' }] }
}

/** Leaves what is expected if the file and the case together make no sense. */
function withFittingValue(fields: StoredFields, before: StoredFields) {
  const problem = expectationProblem(fields)?.message ?? null
  if (problem === null) return { fields, problem }
  const { expectedValueType, expectedValue, steps } = before
  return { fields: { ...fields, expectedValueType, expectedValue, steps }, problem }
}

/** Why a new case does not get the number that it claims. */
export const refusalOf = (claim: number | null) =>
  Number(claim) > CLAIMED_NUMBER_MAX
    ? `C${claim} is too high: numbers of files go up to C${CLAIMED_NUMBER_MAX}`
    : `C${claim} is taken`

const COLUMNS = [...CASE_FIELD_NAMES, 'externalKey', 'extras'].map(
  (field) => [field, columnOf(field) as keyof CaseColumns] as const,
)

function changedFields(before: StoredFields, after: StoredFields): string[] {
  const [old, now] = [toCaseColumns(before), toCaseColumns(after)]
  return COLUMNS.flatMap(([field, column]) => (old[column] === now[column] ? [] : field))
}
