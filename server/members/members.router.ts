import { AddExistingUser, AddMember, ListMembers, Member, RemoveMember } from '#shared/members/member.ts'
import { Message } from '#shared/message.ts'
import { caller, compiled, restUnder, router } from '../trpc.ts'
import { addExistingUser, addMember, listMembers, removeMember } from './members.service.ts'

const rest = restUnder('Members')

export const membersRouter = router({
  list: caller('read')
    .meta(rest('GET /projects/{id}/members', 'List the members of a project', { isVersioned: true }))
    .input(compiled(ListMembers))
    .output(compiled(Member.array()))
    .query(({ ctx, input }) => listMembers(ctx, input)),
  add: caller('manage')
    .meta(rest('POST /projects/{id}/members', 'Add a user to a project', { status: 201 }))
    .input(compiled(AddMember))
    .output(compiled(Member))
    .mutation(({ ctx, input }) => addMember(ctx, input)),
  addExisting: caller('manage')
    .meta(rest('POST /projects/{id}/add-existing-user', 'Add a user by email', { status: 201 }))
    .input(compiled(AddExistingUser))
    .output(compiled(Message))
    .mutation(({ ctx, input }) => addExistingUser(ctx, input)),
  remove: caller('manage')
    .meta(rest('DELETE /projects/{id}/members/{userId}', 'Remove a member, or leave', { refusals: [409] }))
    .input(compiled(RemoveMember))
    .output(compiled(Message))
    .mutation(({ ctx, input }) => removeMember(ctx, input)),
})
