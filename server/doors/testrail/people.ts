import { can } from '#shared/permissions.ts'
import { actorPerson } from '../../authorize.ts'
import { listMembers } from '../../members/members.service.ts'
import { type Door, idIn, type Method, refusal } from './door.ts'
import { findEntity, MACHINE } from './numbers.repository.ts'
import { numberOf, numbersOf } from './numbers.ts'
import { cut, pageOf, partOf } from './pages.ts'
import { projectIdsOf, projectIn } from './projects.ts'
import { findProject } from '../../projects/projects.repository.ts'

type Person = { id: string; name: string; email: string | null }

const CI = { id: MACHINE, name: 'CI', email: 'ci@assay.invalid', is_active: true, is_admin: false, role: 'CI' }

/** The numbers of the people who did something; null stands for the project's credential. */
export async function userNumbers(
  door: Door,
  people: ({ id: string } | null)[],
): Promise<(person: { id: string } | null) => number> {
  const ids = people.flatMap((person) => (person ? [person.id] : []))
  const numberOfUser = await numbersOf(door, 'user', ids)
  return (person) => (person ? numberOfUser(person.id) : MACHINE)
}

export const getCurrentUser: Method = async (door) => {
  const { actor } = door
  if (actor.kind !== 'user') return CI
  const { id, name, email } = actor.user
  return toAnswer({ id, name, email }, await numberOf(door, 'user', id))
}

export const getUser: Method = async (door, call) => {
  const number = idIn(call, 0, 'user')
  if (number === MACHINE) return CI
  const id = await findEntity(door.db, 'user', number)
  const person = (await peopleOf(door)).find((each) => each.id === id)
  if (!person) throw refusal('Field :user_id is not a valid user.')
  return toAnswer(person, number)
}

/** Callers compare the text of the refusal. */
export const getUserByEmail: Method = async (door, call) => {
  const email = call.query.get('email')?.trim().toLowerCase()
  if (email === CI.email) return CI
  const person = (await peopleOf(door)).find((each) => each.email?.toLowerCase() === email)
  if (!person) throw refusal('Field :email is not a valid email address.')
  return toAnswer(person, await numberOf(door, 'user', person.id))
}

export const getUsers: Method = async (door, call) => {
  const part = partOf(call)
  const project = call.ids.length > 0 ? await projectIn(door, call) : undefined
  const people = await peopleOf(door, project && [project.id])
  const { rows, hasMore } = cut<Person | undefined>([undefined, ...people], part)
  const numberOfUser = await numbersOf(
    door,
    'user',
    rows.flatMap((person) => (person ? [person.id] : [])),
  )
  const users = rows.map((person) => (person ? toAnswer(person, numberOfUser(person.id)) : CI))
  return pageOf(call, part, 'users', users, hasMore)
}

/** The members of the caller's projects. The credential of a project may not read them. */
async function peopleOf(door: Door, projectIds?: string[]): Promise<Person[]> {
  const people = new Map<string, Person>()
  for (const id of projectIds ?? (await projectIdsOf(door))) {
    const { role } = await findProject(door.db, door.actor, id, 'project.read')
    if (!can(role, 'member.read')) continue
    for (const { user } of await listMembers(door, { id })) people.set(user.id, user)
  }
  const own = door.actor.kind === 'user' ? actorPerson(door.actor) : null
  if (own && door.actor.kind === 'user') people.set(own.id, { ...own, email: door.actor.user.email })
  return [...people.values()]
}

function toAnswer({ name, email }: Person, id: number) {
  return { id, name, email: email ?? '', is_active: true, is_admin: false, role: 'Tester' }
}
