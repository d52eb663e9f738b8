import { z } from 'zod'
import { Email, Id, Timestamp, id } from '../fields.ts'
import { PageInput } from '../page.ts'
import { UserMatch } from '../users/user.ts'

/** Each project has exactly one owner. */
export const MEMBER_ROLES = ['owner', 'qa_tester'] as const
export const MemberRole = z.enum(MEMBER_ROLES)
export type MemberRole = z.infer<typeof MemberRole>

export const Member = z
  .object({ id: Id, userId: Id, role: MemberRole, joinedAt: Timestamp, user: UserMatch })
  .meta({ id: 'Member' })
export type Member = z.infer<typeof Member>

export const ListMembers = PageInput.extend({ id: id('id') })
export type ListMembers = z.infer<typeof ListMembers>

export const AddMember = z.object({
  id: id('id'),
  userId: id('userId'),
  role: z.enum(['qa_tester'], { error: 'role must be qa_tester: a project has one owner' }).optional(),
})
export type AddMember = z.infer<typeof AddMember>

export const AddExistingUser = z.object({ id: id('id'), email: Email })
export type AddExistingUser = z.infer<typeof AddExistingUser>

export const RemoveMember = z.object({ id: id('id'), userId: id('userId') })
export type RemoveMember = z.infer<typeof RemoveMember>
