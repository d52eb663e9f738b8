import type { RefusedRow } from '#shared/imports/import.ts'
import { newFields } from '#shared/test-cases/test-case.ts'
import type { Authorized } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import type { ProjectRow } from '../projects/projects.repository.ts'
import { type Author, reviseTestCase } from '../test-cases/case-writes.repository.ts'
import { findSuitesByName } from '../test-cases/case-lookup.repository.ts'
import { insertNewCases } from '../test-cases/new-cases.repository.ts'
import {
  freeHiddenKeys,
  type KeyColumn,
  listKeyHolders,
  type WritableCase,
} from '../test-cases/test-cases.repository.ts'
import { insertTestSuites } from '../test-suites/bulk-suites.repository.ts'
import { type Imported, keepImported, listUsed } from './imports.repository.ts'
import { matchCases, type Planned } from './match.ts'
import type { Given, ReadCase } from './readers/read-case.ts'

/** What an import tells about a file, as `imports.notes` keeps it. */
export type Notes = { refused: RefusedRow[]; notes: RefusedRow[]; kept: { name: string; count: number }[] }

const NOTES_MAX = 1_000

type Target = { id: string; project_id: string; notes: string; pending: string | null }

/** Imports some cases in this transaction. The call that sent the file was authorized. */
export async function applySome(db: Db, target: Target, cases: ReadCase[], author: Author): Promise<Target> {
  const project = { id: target.project_id } as Authorized<ProjectRow, 'case.write'>
  const known = JSON.parse(target.notes) as Notes
  const note = (row: number, message: string) => {
    if (known.notes.length < NOTES_MAX) known.notes.push({ row, message })
  }
  const planned = await matchCases(db, project.id, cases, (ids) => listUsed(db, target.id, ids))
  await dropTakenKeys(db, project.id, planned, note)
  const imported = [
    ...(await createCases(db, project, planned, author, note)),
    ...(await updateCases(db, planned, author)),
  ]
  const state = { notes: JSON.stringify(known), pending: target.pending }
  await keepImported(db, target.id, imported, state)
  return { ...target, ...state }
}

type Note = (row: number, message: string) => void

const KEYS = [
  ['externalKey', 'external_key', 'external key'],
  ['automationKey', 'automation_key', 'automation key'],
] as const satisfies (readonly [keyof Given, KeyColumn, string])[]

/** A key belongs to one case: the first that has it. */
async function dropTakenKeys(db: Db, projectId: string, planned: Planned[], note: Note): Promise<void> {
  for (const [field, column, name] of KEYS) {
    const keys = planned.flatMap(({ read }) => read.given[field] || [])
    if (keys.length === 0) continue
    await freeHiddenKeys(db, projectId, column, keys)
    const holders = new Map<string, unknown>(await listKeyHolders(db, projectId, column, keys))
    for (const plan of planned) {
      const key = plan.read.given[field]
      if (!key) continue
      const self = plan.known?.id ?? plan
      const holder = holders.get(key)
      if (holder === undefined) holders.set(key, self)
      if (holder === undefined || holder === self) continue
      note(plan.read.row, `another case has the ${name} ${key}`)
      plan.read.given[field] = null
      if (plan.fields) plan.fields[field] = plan.known?.[column] ?? null
    }
  }
}

async function createCases(
  db: Db,
  project: Authorized<ProjectRow, 'case.write'>,
  planned: Planned[],
  author: Author,
  note: Note,
): Promise<Change[]> {
  const fresh = planned.filter(({ known }) => known === null)
  const suites = await suitesOf(db, project, fresh)
  const created = await insertNewCases(
    db,
    project,
    fresh.map(({ read }) => ({
      testSuiteId: suites.get(read.suite) as string,
      fields: newFields(read.given as Parameters<typeof newFields>[0]),
      claim: read.claim,
    })),
    author,
  )
  return created.map(({ id, ref }, index) => {
    const { row, claim } = (fresh[index] as Planned).read
    if (claim !== null && ref !== `C${claim}`) note(row, `C${claim} is taken; the case is ${ref}`)
    return { test_case_id: id, revision_before: null, revision_after: 1, kind: 'created' }
  })
}

type Change = Imported & { kind: 'created' | 'updated' | 'unchanged' }

async function suitesOf(
  db: Db,
  project: Authorized<ProjectRow, 'case.write'>,
  planned: Planned[],
): Promise<Map<string, string>> {
  const names = [...new Set(planned.map(({ read }) => read.suite))]
  const found = await findSuitesByName(db, { projectId: project.id, names })
  const suites = new Map(found.toReversed().map(({ id, name }) => [name, id]))
  const missing = names.filter((name) => !suites.has(name))
  for (const { id, name } of await insertTestSuites(db, project, missing)) suites.set(name, id)
  return suites
}

async function updateCases(db: Db, planned: Planned[], author: Author): Promise<Change[]> {
  const changes: Change[] = []
  for (const { known, fields } of planned) {
    if (!known) continue
    const { suite_name: _, ...row } = known
    const before = { ...row, updated_by_name: null, role: null } as unknown as WritableCase
    const after = fields && (await reviseTestCase(db, before, fields, author)).revision
    changes.push({
      test_case_id: known.id,
      revision_before: known.revision,
      revision_after: after ?? known.revision,
      kind: fields ? 'updated' : 'unchanged',
    })
  }
  return changes
}
