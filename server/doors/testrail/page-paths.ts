import type { Db } from '../../database/databases.ts'
import { findRunIdByRef } from '../../test-runs/run-refs.repository.ts'
import type { PageAddress } from './address.ts'
import { findEntity, listNumbered } from './numbers.repository.ts'
import { projectIdOf } from './projects.ts'

/**
 * The path of the page that an address of the original names. The page itself asks to sign in. Without a project in the
 * address, a number means the only run that has it, of the projects that were ever shown to callers.
 */
export async function pathOfPage(db: Db, { noun, number }: PageAddress, named: string | undefined): Promise<string> {
  if (noun === 'projects' || noun === 'suites') return pathOfProject(await findEntity(db, 'project', number))
  const projectIds = named === undefined ? await shownProjects(db) : [await projectIdOf(db, named)]
  if (noun !== 'runs') return pathOfProject(projectIds.length === 1 ? projectIds[0] : undefined)
  const found: string[] = []
  for (const projectId of projectIds) {
    const id = projectId && (await findRunIdByRef(db, projectId, `R${number}`))
    if (id) found.push(`/projects/${projectId}?tab=runs&run=${id}`)
  }
  return (found.length === 1 && found[0]) || '/'
}

const pathOfProject = (id: string | undefined) => (id === undefined ? '/' : `/projects/${encodeURIComponent(id)}`)

/** With more projects, an address names its own. */
const PROJECTS_MAX = 50

async function shownProjects(db: Db): Promise<string[]> {
  const shown = await listNumbered(db, 'project', '')
  return shown.length > PROJECTS_MAX ? [] : shown.map(({ entity }) => entity)
}
