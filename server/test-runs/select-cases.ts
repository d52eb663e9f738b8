import { DomainError, invalidField } from '#shared/errors.ts'
import type { CaseSelection, CountSelected, SelectedCount } from '#shared/test-runs/selection.ts'
import type { ActorContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { findProject } from '../projects/projects.repository.ts'
import { countCases, findMatchingIds } from '../test-cases/search/search.service.ts'
import { keepKnownCases, refuseUnknownCases } from '../test-cases/refuse-cases.ts'
import { findSuiteIds } from '../test-suites/test-suites.repository.ts'
import { findCasesOfRun, hasRun } from './selection.repository.ts'

type Selection = CaseSelection | null | undefined

/** The ids of the selected cases, each once, in any order; undefined for all cases of the project. */
async function selectCases(db: Db, projectId: string, selection: Selection): Promise<string[] | undefined> {
  const { testCaseIds, fromRun } = selection ?? {}
  const parts: string[][] = []
  if (testCaseIds) {
    await refuseUnknownCases(db, projectId, testCaseIds, ['selection', 'testCaseIds'])
    parts.push(testCaseIds)
  }
  if (fromRun) parts.push(await casesOfRun(db, projectId, fromRun))
  const filtered = await casesOfFilter(db, projectId, selection ?? {})
  if (filtered) parts.push(filtered)
  const [first, ...others] = parts
  if (!first) return undefined
  const sets = others.map((ids) => new Set(ids))
  return [...new Set(first)].filter((id) => sets.every((ids) => ids.has(id)))
}

/** The same for a start. Throws BAD_REQUEST if nothing is selected. */
export async function selectForStart(db: Db, projectId: string, selection: Selection): Promise<string[] | undefined> {
  const ids = await selectCases(db, projectId, selection)
  if (ids?.length === 0) throw invalidField('selection', 'No test case is selected')
  return ids
}

export async function countSelected({ db, actor }: ActorContext, input: CountSelected): Promise<SelectedCount> {
  const project = await findProject(db, actor, input.projectId, 'project.read')
  const ids = await selectCases(db, project.id, input.selection)
  return { count: ids?.length ?? (await countCases(db, project.id)) }
}

/** Without deleted cases, which cannot join a new run. */
async function casesOfRun(
  db: Db,
  projectId: string,
  { id, statuses, assigneeId }: NonNullable<CaseSelection['fromRun']>,
): Promise<string[]> {
  if (!(await hasRun(db, projectId, id))) throw unknownIn('Test run', ['fromRun', 'id'])
  const ids = await findCasesOfRun(db, { testRunId: id, statuses: statuses ?? null, assigneeId: assigneeId ?? null })
  return await keepKnownCases(db, projectId, ids)
}

async function casesOfFilter(db: Db, projectId: string, selection: CaseSelection): Promise<string[] | undefined> {
  const { testSuiteIds, tags, priorities, types, q } = selection
  if (testSuiteIds) await refuseUnknownSuites(db, projectId, testSuiteIds)
  const filter = Object.entries({ testSuiteId: testSuiteIds, tag: tags, priority: priorities, type: types, q })
  const given = filter.filter(([, value]) => value != null && value !== '')
  return given.length === 0 ? undefined : await findMatchingIds(db, projectId, Object.fromEntries(given))
}

async function refuseUnknownSuites(db: Db, projectId: string, ids: string[]): Promise<void> {
  const known = await findSuiteIds(db, projectId, ids)
  const unknown = ids.findIndex((id) => !known.has(id))
  if (unknown !== -1) throw unknownIn('Test suite', ['testSuiteIds', unknown])
}

function unknownIn(noun: string, path: (string | number)[]): DomainError {
  const message = `${noun} not found`
  return new DomainError('NOT_FOUND', message, { issues: [{ path: ['selection', ...path], message }] })
}
