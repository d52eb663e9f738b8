import { AdminStats, CreatedUser, CreateUser, SetSignupEnabled, Settings, UserInput } from '#shared/admin/admin.ts'
import { Message } from '#shared/message.ts'
import { PageInput } from '#shared/page.ts'
import { User } from '#shared/users/user.ts'
import { sendPage } from '../context.ts'
import { admin, compiled, router } from '../trpc.ts'
import {
  addUser,
  deleteUser,
  getSettings,
  getStats,
  listUsers,
  setSignupEnabled,
  toggleUserStatus,
} from './admin.service.ts'

const tags = ['Admin']

export const adminRouter = router({
  stats: admin
    .meta({ openapi: { method: 'GET', path: '/admin/stats', tags, summary: 'Count users and projects' } })
    .output(compiled(AdminStats))
    .query(({ ctx }) => getStats(ctx)),
  listUsers: admin
    .meta({ openapi: { method: 'GET', path: '/admin/users', tags, summary: 'List all users' } })
    .input(compiled(PageInput))
    .output(compiled(User.array()))
    .query(async ({ ctx, input }) => sendPage(ctx, await listUsers(ctx, input))),
  createUser: admin
    .meta({
      openapi: { method: 'POST', path: '/admin/users', tags, summary: 'Create a user' },
      status: 201,
      refusals: [409],
    })
    .input(compiled(CreateUser))
    .output(compiled(CreatedUser))
    .mutation(({ ctx, input }) => addUser(ctx, input)),
  toggleUserStatus: admin
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/admin/users/{id}/toggle-status',
        tags,
        summary: 'Activate or deactivate a user',
      },
    })
    .input(compiled(UserInput))
    .output(compiled(User))
    .mutation(({ ctx, input }) => toggleUserStatus(ctx, input)),
  deleteUser: admin
    .meta({ openapi: { method: 'DELETE', path: '/admin/users/{id}', tags, summary: 'Delete a user' } })
    .input(compiled(UserInput))
    .output(compiled(Message))
    .mutation(({ ctx, input }) => deleteUser(ctx, input)),
  settings: admin
    .meta({ openapi: { method: 'GET', path: '/admin/settings', tags, summary: 'Read the system settings' } })
    .output(compiled(Settings))
    .query(({ ctx }) => getSettings(ctx)),
  setSignupEnabled: admin
    .meta({
      openapi: { method: 'PATCH', path: '/admin/settings/signup-enabled', tags, summary: 'Open or close sign-up' },
    })
    .input(compiled(SetSignupEnabled))
    .output(compiled(Settings))
    .mutation(({ ctx, input }) => setSignupEnabled(ctx, input)),
})
