import type { Member } from '#shared/members/member.ts'
import type { Connection } from './connection.ts'
import { usageFailure } from './failures.ts'
import { ID } from './find-run.ts'
import { allPages } from './pages.ts'

/** The members of the project. Requires a user's token: project credentials may not read members. */
export async function listMembers(connection: Connection): Promise<Member[]> {
  const { projectId: id, isUser } = connection
  if (!isUser)
    throw usageFailure(
      'only a member may read the members, not the project itself. Set ASSAY_TOKEN to the accessToken that ' +
        'POST /api/auth/sign-in answers, or name members by their ids',
    )
  return await allPages((part) => connection.call((client) => client.members.list.query({ id, ...part })))
}

/** The ids of members named by id, e-mail or name. Ids need no token. */
export async function memberIds(connection: Connection, named: string[]): Promise<string[]> {
  if (named.every((given) => ID.test(given))) return named
  const members = await listMembers(connection)
  return named.map((given) => idOf(members, given))
}

function idOf(members: Member[], given: string): string {
  const wanted = given.trim().toLowerCase()
  const [found, ...others] = members.filter(({ user: { id, email, name } }) =>
    [id, email.toLowerCase(), name.toLowerCase()].includes(wanted),
  )
  if (!found) throw usageFailure(`${given} is no member of the project. assay members list shows them`)
  if (others.length > 0) throw usageFailure(`several members have the name ${given}. Give an e-mail`)
  return found.userId
}
