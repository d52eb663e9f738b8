import type { ProjectHead, ProjectRow } from '../../projects/projects.repository.ts'
import { findProject, listProjectIdsOfUser, toProject } from '../../projects/projects.repository.ts'
import { type Authorized, membershipsOf } from '../../authorize.ts'
import { type Call, type Door, idIn, isSet, type Method, refusal } from './door.ts'
import { findEntity } from './numbers.repository.ts'
import { numberOf, numbersOf } from './numbers.ts'
import { cut, pageOf, partOf } from './pages.ts'

/** Each project has one suite, with the project's number: sections are the suites of here. */
const SINGLE_SUITE = 1

export type FoundProject = Authorized<ProjectRow, 'project.read'> & { number: number }

const unknownProject = () => refusal('Field :project_id is not a valid or accessible project.')

export async function projectIn(door: Door, call: Call): Promise<FoundProject> {
  return await projectOfNumber(door, idIn(call, 0, 'project'))
}

export async function projectOfNumber(door: Door, number: number): Promise<FoundProject> {
  const id = await findEntity(door.db, 'project', number)
  if (id === undefined || (door.onlyProject ?? id) !== id) throw unknownProject()
  return { ...(await findProject(door.db, door.actor, id, 'project.read')), number }
}

/** The project of a record that the caller may read. */
export async function projectOfId(door: Door, id: string): Promise<FoundProject> {
  const project = await findProject(door.db, door.actor, id, 'project.read')
  return { ...project, number: await numberOf(door, 'project', id) }
}

/** The id of a project in an address: it is named by it or by its number. */
export async function projectIdOf(db: Door['db'], named: string): Promise<string | undefined> {
  return /^\d{1,9}$/.test(named) ? await findEntity(db, 'project', Number(named)) : named
}

/** The projects in which a small number may be a ref. */
export async function projectIdsOf({ db, actor, onlyProject }: Door): Promise<string[]> {
  if (onlyProject !== undefined) return [onlyProject]
  return actor.kind === 'user' ? await listProjectIdsOfUser(db, membershipsOf(actor)) : []
}

/** Throws for a filter by another suite than that of the project. */
export function refuseOtherSuite({ query }: Call, { number }: { number: number }): void {
  const suite = query.get('suite_id')
  if (suite !== null && suite !== '' && Number(suite) !== number)
    throw refusal('Field :suite_id is not a valid test suite.')
}

export const getProjects: Method = async (door, call) => {
  const part = partOf(call)
  const isCompleted = call.query.has('is_completed') && isSet(call, 'is_completed')
  const ids = isCompleted ? [] : (await projectIdsOf(door)).toSorted()
  const { rows, hasMore } = cut(ids, part)
  const numberOfProject = await numbersOf(door, 'project', rows)
  const projects: object[] = []
  for (const id of rows) {
    const project = toProject(await findProject(door.db, door.actor, id, 'project.read'), door.secrets)
    projects.push(toAnswer(door, project, numberOfProject(id)))
  }
  return pageOf(call, part, 'projects', projects, hasMore)
}

export const getProject: Method = async (door, call) => {
  const project = await projectIn(door, call)
  return toAnswer(door, toProject(project, door.secrets), project.number)
}

function toAnswer({ app }: Door, { id, name, description }: ProjectHead, number: number) {
  return {
    id: number,
    name,
    announcement: description,
    show_announcement: false,
    is_completed: false,
    completed_on: null,
    suite_mode: SINGLE_SUITE,
    default_role_id: null,
    url: `${app}/projects/${id}`,
  }
}

export const getSuites: Method = async (door, call) => {
  const project = await projectIn(door, call)
  const part = partOf(call)
  const { rows, hasMore } = cut([suiteOf(door, project)], part)
  return pageOf(call, part, 'suites', rows, hasMore)
}

export const getSuite: Method = async (door, call) => {
  const number = idIn(call, 0, 'suite')
  return suiteOf(door, await projectOfNumber(door, number))
}

function suiteOf({ app }: Door, { id, number }: FoundProject) {
  return {
    id: number,
    name: 'Master',
    description: null,
    project_id: number,
    is_master: true,
    is_baseline: false,
    is_completed: false,
    completed_on: null,
    url: `${app}/projects/${id}`,
  }
}
