import { NAME_MAX } from '#shared/limits.ts'
import { listRunValues } from '../../test-runs/run-values.ts'
import { inputOf } from '../../trpc.ts'
import { AddMilestone } from './bodies.ts'
import { type Door, idIn, type Method, refusal, refuseText } from './door.ts'
import { findEntity, listNumbered } from './numbers.repository.ts'
import { numberOf, numbersOf } from './numbers.ts'
import { cut, pageOf, partOf } from './pages.ts'
import { projectIn, projectOfId } from './projects.ts'

/* The milestone of a run is a text. Each text of a project has a number. */

const entityOf = (projectId: string, name: string) => `${projectId}/${name}`
const nameIn = (entity: string) => entity.slice(entity.indexOf('/') + 1)
const projectIdIn = (entity: string) => entity.slice(0, entity.indexOf('/'))

const unknown = () => refusal('Field :milestone_id is not a valid milestone.')

export async function milestoneOf({ db }: Door, project: { id: string }, number: number): Promise<string> {
  const entity = await findEntity(db, 'milestone', number)
  if (entity === undefined || projectIdIn(entity) !== project.id) throw unknown()
  return nameIn(entity)
}

export async function milestoneNumbers(
  door: Door,
  project: { id: string },
  names: (string | null)[],
): Promise<(name: string | null) => number | null> {
  const known = names.flatMap((name) => (name === null ? [] : entityOf(project.id, name)))
  const numberOfMilestone = await numbersOf(door, 'milestone', known)
  return (name) => (name === null ? null : numberOfMilestone(entityOf(project.id, name)))
}

export const getMilestones: Method = async (door, call) => {
  const project = await projectIn(door, call)
  const part = partOf(call)
  const { milestones } = await listRunValues(door, { projectId: project.id })
  await milestoneNumbers(door, project, milestones)
  const isCompleted = call.query.get('is_completed') === '1'
  const all = isCompleted ? [] : await listNumbered(door.db, 'milestone', entityOf(project.id, ''))
  const { rows, hasMore } = cut(all, part)
  const answers = rows.map(({ number, entity }) => toAnswer(door, project, number, nameIn(entity)))
  return pageOf(call, part, 'milestones', answers, hasMore)
}

export const getMilestone: Method = async (door, call) => {
  const number = idIn(call, 0, 'milestone')
  const entity = await findEntity(door.db, 'milestone', number)
  const id = entity === undefined ? undefined : projectIdIn(entity)
  if (entity === undefined || id === undefined || (door.onlyProject ?? id) !== id) throw unknown()
  return toAnswer(door, await projectOfId(door, id), number, nameIn(entity))
}

/** A milestone with an existing name is reused. */
export const addMilestone: Method = async (door, call) => {
  const project = await projectIn(door, call)
  const { name } = inputOf(AddMilestone, call.body)
  refuseText('name', name, NAME_MAX)
  return toAnswer(door, project, await numberOf(door, 'milestone', entityOf(project.id, name)), name)
}

function toAnswer({ app }: Door, project: { id: string; number: number }, id: number, name: string) {
  return {
    id,
    name,
    description: null,
    project_id: project.number,
    parent_id: null,
    is_started: true,
    is_completed: false,
    start_on: null,
    started_on: null,
    due_on: null,
    completed_on: null,
    refs: null,
    milestones: [],
    url: `${app}/projects/${project.id}?tab=runs`,
  }
}
