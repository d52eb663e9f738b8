import { applyFields, type StoredFields } from '#shared/test-cases/test-case.ts'
import { CONTENT_COLUMNS, toCaseColumns } from '../database/case-columns.ts'
import type { Db } from '../database/databases.ts'
import { toCaseDetail } from '../test-cases/test-cases.repository.ts'
import { findCandidates, type KnownRow } from './imports.repository.ts'
import type { ReadCase } from './readers/read-case.ts'

/** What an import does with a case of a file. `note` says what differs from the file. */
export type Planned = { read: ReadCase; known: KnownRow | null; fields: StoredFields | null; note: string | null }

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
  if (!known) return { read, known, fields: null, note: null }
  const before = toCaseDetail({ ...known, updated_by_name: null })
  const { type: _, extras, ...given } = read.given
  const fields = applyFields(before, { ...given, ...(extras && { extras: { ...before.extras, ...extras } }) })
  const [old, now] = [toCaseColumns(before), toCaseColumns(fields)]
  const isChanged = [...CONTENT_COLUMNS, 'automation_key' as const, 'external_key' as const].some(
    (column) => old[column] !== now[column],
  )
  return { read, known, fields: isChanged ? fields : null, note: null }
}
