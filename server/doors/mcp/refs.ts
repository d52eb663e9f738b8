import { DomainError, invalidField, notFound } from '#shared/errors.ts'
import { findCasesByRef } from '../../test-cases/case-lookup.repository.ts'
import { findRunIdByRef } from '../../test-runs/run-refs.repository.ts'
import type { Door } from './door.ts'

/* Refs to ids. The procedures that take the ids check permissions. */

type Project = { id: string }

/** The run of a ref, or the newest one. */
export async function runIdOf({ ctx, calls }: Door, project: Project, ref: string | undefined): Promise<string> {
  if (ref === undefined) {
    const [newest] = await calls.testRuns.list({ projectId: project.id, limit: 1 })
    if (!newest) throw new DomainError('NOT_FOUND', 'The project has no runs yet')
    return newest.id
  }
  const id = await findRunIdByRef(ctx.db, project.id, ref.toUpperCase())
  if (id === undefined) throw notFound(`Test run ${ref.toUpperCase()}`)
  return id
}

const SHOWN = 20

/** The ids of cases, in the order of their refs. Throws NOT_FOUND that names the unknown ones. */
export async function caseIdsOf({ ctx }: Door, project: Project, refs: string[]): Promise<string[]> {
  const wanted = refs.map((ref) => ref.toUpperCase())
  const found = wanted.length === 0 ? new Map() : await findCasesByRef(ctx.db, project.id, [...new Set(wanted)])
  const unknown = [...new Set(wanted)].filter((ref) => !found.has(ref))
  if (unknown.length > 0) {
    const more = unknown.length > SHOWN ? ', …' : ''
    throw notFound(`Test case ${unknown.slice(0, SHOWN).join(', ')}${more}`)
  }
  return wanted.map((ref) => found.get(ref)?.id as string)
}

/** Names of suites, and the ids of those that are called so. */
export async function suitesOf({ calls }: Door, project: Project) {
  const { testSuites } = await calls.projects.overview({ id: project.id })
  const names = new Map(testSuites.map(({ id, name }) => [id, name]))
  const idsOf = (wanted: string[]) =>
    wanted.flatMap((name) => {
      const ids = testSuites.filter((suite) => suite.name === name.trim()).map(({ id }) => id)
      if (ids.length === 0) throw new DomainError('NOT_FOUND', `No suite is called ${name}`)
      return ids
    })
  return { names, idsOf }
}

/** The id of the case or run that a page ended with. */
export async function cursorOf<T>(next: string | undefined, find: (ref: string) => Promise<T>): Promise<T | undefined> {
  if (next === undefined) return undefined
  if (!/^[CR]\d{1,9}$/.test(next)) throw invalidField('next', 'next must be the one that this tool answered')
  return await find(next)
}
