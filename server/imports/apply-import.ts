import { IMPORT_LISTED_MAX, type RefusedRow } from '#shared/imports/import.ts'
import type { Authorized } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import type { ProjectRow } from '../projects/projects.repository.ts'
import { type Author, reviseTestCase } from '../test-cases/case-writes.repository.ts'
import { findSuitesByName } from '../test-cases/case-lookup.repository.ts'
import { insertNewCases } from '../test-cases/new-cases.repository.ts'
import { freeHiddenKeys, type WritableCase } from '../test-cases/test-cases.repository.ts'
import { insertTestSuites } from '../test-suites/bulk-suites.repository.ts'
import { type Imported, keepImported, listUsed } from './imports.repository.ts'
import { matchCases, refusalOf, type Planned } from './match.ts'
import type { ReadCase } from './readers/read-case.ts'
import { dropTakenKeys, KEYS } from './taken-keys.ts'

/** What an import tells about a file, as `imports.notes` keeps it. Those of earlier versions have fewer fields. */
export type Notes = {
  refused: RefusedRow[]
  refusedCount?: number
  notes: RefusedRow[]
  kept: { name: string; count: number }[]
  suitesCreated?: number
  pictures?: number
}

type Target = { id: string; project_id: string; notes: string; pending: string | null }

/** Imports some cases in this transaction. The call that sent the file was authorized. */
export async function applySome(db: Db, target: Target, cases: ReadCase[], author: Author): Promise<Target> {
  const project = { id: target.project_id } as Authorized<ProjectRow, 'case.write'>
  const known = JSON.parse(target.notes) as Notes
  const planned = await matchCases(db, project.id, cases, (ids) => listUsed(db, target.id, ids))
  await freeKeys(db, project.id, cases)
  await dropTakenKeys(db, project.id, planned, new Map())
  const { suites, count } = await suitesOf(db, project, planned)
  known.suitesCreated = (known.suitesCreated ?? 0) + count
  const imported = [
    ...(await createCases(db, project, planned, suites, author)),
    ...(await updateCases(db, planned, author)),
  ]
  for (const { read, notes } of planned)
    for (const message of notes)
      if (known.notes.length < IMPORT_LISTED_MAX) known.notes.push({ row: read.row, message })
  const state = { notes: JSON.stringify(known), pending: target.pending }
  await keepImported(db, target.id, imported, state)
  return { ...target, ...state }
}

/** Cases that are being removed no longer need their keys. */
async function freeKeys(db: Db, projectId: string, cases: ReadCase[]): Promise<void> {
  for (const [field, column] of KEYS)
    await freeHiddenKeys(
      db,
      projectId,
      column,
      cases.flatMap(({ given }) => given[field] || []),
    )
}

async function createCases(
  db: Db,
  project: Authorized<ProjectRow, 'case.write'>,
  planned: Planned[],
  suites: Map<string, string>,
  author: Author,
): Promise<Change[]> {
  const fresh = planned.filter(({ known }) => known === null)
  const created = await insertNewCases(
    db,
    project,
    fresh.map(({ read, fields }) => ({ testSuiteId: suites.get(read.suite) as string, fields, claim: read.claim })),
    author,
  )
  return created.map(({ id, ref }, index) => {
    const { read, notes } = fresh[index] as Planned
    if (read.claim !== null && ref !== `C${read.claim}`) notes.push(`${refusalOf(read.claim)}; the case is ${ref}`)
    return { test_case_id: id, revision_before: null, revision_after: 1, kind: 'created' }
  })
}

type Change = Imported & { kind: 'created' | 'updated' | 'unchanged' }

/** The suites of the new cases by name, and how many of them are new. */
async function suitesOf(
  db: Db,
  project: Authorized<ProjectRow, 'case.write'>,
  planned: Planned[],
): Promise<{ suites: Map<string, string>; count: number }> {
  const names = [...new Set(planned.flatMap(({ read, known }) => (known ? [] : read.suite)))]
  const found = await findSuitesByName(db, { projectId: project.id, names })
  const suites = new Map(found.toReversed().map(({ id, name }) => [name, id]))
  const missing = names.filter((name) => !suites.has(name))
  for (const { id, name } of await insertTestSuites(db, project, missing)) suites.set(name, id)
  return { suites, count: missing.length }
}

async function updateCases(db: Db, planned: Planned[], author: Author): Promise<Change[]> {
  const changes: Change[] = []
  for (const { known, fields, changed } of planned) {
    if (!known) continue
    const { suite_name: _, ...row } = known
    const before = { ...row, updated_by_name: null, role: null } as unknown as WritableCase
    const isChanged = changed.length > 0
    const after = isChanged ? (await reviseTestCase(db, before, fields, author)).revision : known.revision
    changes.push({
      test_case_id: known.id,
      revision_before: known.revision,
      revision_after: after,
      kind: isChanged ? 'updated' : 'unchanged',
    })
  }
  return changes
}
