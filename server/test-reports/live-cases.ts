import { type Actor, actorUserId, type Authorized } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import type { ProjectRow } from '../projects/projects.repository.ts'
import { findCasesByRef, type KnownCase } from '../test-cases/case-lookup.repository.ts'
import type { LiveTest } from './live-test.ts'
import { ReportCases, wantedCases } from './report-cases.ts'

/** A test with one of its cases. Its files go to the first. */
export type LiveCase = { live: LiveTest; testCase: KnownCase; isFirst: boolean }

/** The cases of each test: those of its known refs, else the one that a report would find or create for it. */
export async function findLiveCases(
  db: Db,
  project: Authorized<ProjectRow, 'report.upload'>,
  actor: Actor,
  tests: LiveTest[],
): Promise<LiveCase[]> {
  const refs = [...new Set(tests.flatMap((live) => live.refs))]
  const known = refs.length === 0 ? new Map<string, KnownCase>() : await findCasesByRef(db, project.id, refs)
  const named = tests.filter((live) => !live.refs.some((ref) => known.has(ref)))
  const { cases } = await new ReportCases(db, project, actorUserId(actor)).find(
    named.flatMap(({ test }) => wantedCases([test]).slice(0, 1)),
  )
  const caseOf = new Map(named.map((live, index) => [live, cases[index] as KnownCase]))
  return tests.flatMap((live) => {
    const found = caseOf.get(live)
    const all = found ? [found] : live.refs.flatMap((ref) => known.get(ref) ?? [])
    const unknown = live.refs.filter((ref) => !known.has(ref))
    const notes = unknown.map((ref) => `Not found: ${ref}`)
    return all.map((testCase, index) => {
      return { live: { ...live, notes: [...live.notes, ...notes] }, testCase, isFirst: index === 0 }
    })
  })
}
