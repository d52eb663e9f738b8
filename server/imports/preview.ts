import { CLAIMED_NUMBER_MAX } from '#shared/test-cases/case-ref.ts'
import type { RefusedRow } from '#shared/imports/import.ts'
import type { Db } from '../database/databases.ts'
import { giveWay } from '../limits/give-way.ts'
import { listGivenRefs } from '../test-cases/refs.repository.ts'
import { matchCases } from './match.ts'
import type { ReadCase } from './readers/read-case.ts'

const CASES_AT_ONCE = 200
const NOTES_MAX = 1_000

/** How many cases an import would create, update and leave, and which numbers it could not keep. */
export async function countPlanned(db: Db, projectId: string, cases: ReadCase[]) {
  const counts = { created: 0, updated: 0, unchanged: 0 }
  const notes: RefusedRow[] = []
  const used = new Set<string>()
  const claimed = new Set<number>()
  for (let from = 0; from < cases.length; from += CASES_AT_ONCE) {
    const planned = await matchCases(db, projectId, cases.slice(from, from + CASES_AT_ONCE), async () => used)
    const fresh = planned.flatMap(({ known, read }) => (known ? [] : [read]))
    counts.created += fresh.length
    counts.updated += planned.filter(({ fields }) => fields).length
    const refs = fresh.flatMap(({ claim }) => (claim === null ? [] : `C${claim}`))
    const given = await listGivenRefs(db, projectId, refs)
    for (const { row, claim } of fresh) {
      if (claim === null) continue
      const isTaken = claim > CLAIMED_NUMBER_MAX || claimed.has(claim) || given.has(`C${claim}`)
      claimed.add(claim)
      if (isTaken && notes.length < NOTES_MAX)
        notes.push({ row, message: `C${claim} is taken; the case gets a new ref` })
    }
    await giveWay()
  }
  counts.unchanged = cases.length - counts.created - counts.updated
  return { ...counts, notes }
}
