import { CLAIMED_NUMBER_MAX } from '#shared/test-cases/case-ref.ts'
import { IMPORT_LISTED_MAX, type PlannedChange, type RefusedRow } from '#shared/imports/import.ts'
import type { Db } from '../database/databases.ts'
import { giveWay } from '../limits/give-way.ts'
import { findSuitesByName } from '../test-cases/case-lookup.repository.ts'
import { listGivenRefs } from '../test-cases/refs.repository.ts'
import { casesIn } from './case-file.ts'
import { matchCases, refusalOf, type Planned } from './match.ts'
import type { ReadCase } from './readers/read-case.ts'
import { dropTakenKeys, type Holders } from './taken-keys.ts'

/** What an import would do: how many cases it creates, updates and leaves, and what differs from the file. */
export async function countPlanned(db: Db, projectId: string, parts: Uint8Array[]) {
  const counts = { created: 0, updated: 0, unchanged: 0, suitesCreated: 0 }
  const [notes, changes]: [RefusedRow[], PlannedChange[]] = [[], []]
  const used = new Set<string>()
  const claimed = new Set<number>()
  const suites = new Map<string, boolean>()
  const holders: Holders = new Map()
  for (const part of parts) {
    const planned = await matchCases(db, projectId, casesIn(part), async () => used)
    await dropTakenKeys(db, projectId, planned, holders)
    const fresh = planned.filter(({ known }) => known === null).map(({ read }) => read)
    await findNewSuites(db, projectId, fresh, suites)
    const taken = await takenNumbers(db, projectId, fresh, claimed)
    for (const plan of planned) {
      const [change, row] = [changeOf(plan), plan.read.row]
      if (change && changes.length < IMPORT_LISTED_MAX) changes.push(change)
      counts[!change ? 'unchanged' : change.kind === 'create' ? 'created' : 'updated'] += 1
      if (taken.has(plan.read)) plan.notes.push(`${refusalOf(plan.read.claim)}; the case gets a new ref`)
      for (const message of plan.notes) if (notes.length < IMPORT_LISTED_MAX) notes.push({ row, message })
    }
    await giveWay()
  }
  counts.suitesCreated = [...suites.values()].filter((isNew) => isNew).length
  return { ...counts, notes, changes }
}

function changeOf({ read: { row, suite, given }, known, changed }: Planned): PlannedChange | null {
  const name = given.name ?? ''
  if (!known) return { row, kind: 'create', suite, name, ref: null, fields: [] }
  if (changed.length === 0) return null
  return { row, kind: 'update', suite: known.suite_name, name, ref: known.ref, fields: changed }
}

async function findNewSuites(db: Db, projectId: string, fresh: ReadCase[], suites: Map<string, boolean>) {
  const names = [...new Set(fresh.map(({ suite }) => suite))].filter((name) => !suites.has(name))
  if (names.length === 0) return
  const known = new Set((await findSuitesByName(db, { projectId, names })).map(({ name }) => name))
  for (const name of names) suites.set(name, !known.has(name))
}

/** The new cases whose number is too high, or another case has, had or claims before. */
async function takenNumbers(db: Db, projectId: string, fresh: ReadCase[], claimed: Set<number>) {
  const refs = fresh.flatMap(({ claim }) => (claim === null ? [] : `C${claim}`))
  const given = refs.length === 0 ? new Set() : await listGivenRefs(db, projectId, refs)
  const taken = new Set<ReadCase>()
  for (const read of fresh) {
    if (read.claim === null) continue
    if (read.claim > CLAIMED_NUMBER_MAX || claimed.has(read.claim) || given.has(`C${read.claim}`)) taken.add(read)
    claimed.add(read.claim)
  }
  return taken
}
