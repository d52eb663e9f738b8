import { listMembers as readMembers } from '../find-member.ts'
import { table } from '../output.ts'
import type { Session } from '../session.ts'

export async function listMembers({ output, connect }: Session): Promise<void> {
  const members = await readMembers(await connect())
  const rows = members.map(({ user, role }) => [user.name, user.email, role, user.id])
  output.result(table([['NAME', 'E-MAIL', 'ROLE', 'ID'], ...rows]), members)
}
