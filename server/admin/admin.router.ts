import {
  AdminStats,
  ChangeSettings,
  CreatedUser,
  CreateUser,
  ListedUser,
  PasswordResetByAdmin,
  SetSignupEnabled,
  Settings,
} from '#shared/admin/admin.ts'
import { IdInput } from '#shared/fields.ts'
import { Message } from '#shared/message.ts'
import { PageInput } from '#shared/page.ts'
import { User } from '#shared/users/user.ts'
import { sendPage } from '../context.ts'
import { admin, compiled, restUnder, router } from '../trpc.ts'
import {
  addUser,
  changeSettings,
  deleteUser,
  getSettings,
  getStats,
  listUsers,
  resetUserPassword,
  setSignupEnabled,
  toggleUserStatus,
} from './admin.service.ts'

const rest = restUnder('Admin')

export const adminRouter = router({
  stats: admin
    .meta(rest('GET /admin/stats', 'Count users and projects'))
    .output(compiled(AdminStats))
    .query(({ ctx }) => getStats(ctx)),
  listUsers: admin
    .meta(rest('GET /admin/users', 'List all users'))
    .input(compiled(PageInput))
    .output(compiled(ListedUser.array()))
    .query(async ({ ctx, input }) => sendPage(ctx, await listUsers(ctx, input))),
  createUser: admin
    .meta(rest('POST /admin/users', 'Create a user', { status: 201, refusals: [429] }))
    .input(compiled(CreateUser))
    .output(compiled(CreatedUser))
    .mutation(({ ctx, input }) => addUser(ctx, input)),
  toggleUserStatus: admin
    .meta(rest('PATCH /admin/users/{id}/toggle-status', 'Activate or deactivate a user'))
    .input(compiled(IdInput))
    .output(compiled(User))
    .mutation(({ ctx, input }) => toggleUserStatus(ctx, input)),
  deleteUser: admin
    .meta(rest('DELETE /admin/users/{id}', 'Delete a user'))
    .input(compiled(IdInput))
    .output(compiled(Message))
    .mutation(({ ctx, input }) => deleteUser(ctx, input)),
  settings: admin
    .meta(rest('GET /admin/settings', 'Read the system settings'))
    .output(compiled(Settings))
    .query(({ ctx }) => getSettings(ctx)),
  changeSettings: admin
    .meta(rest('PATCH /admin/settings', 'Change the system settings'))
    .input(compiled(ChangeSettings))
    .output(compiled(Settings))
    .mutation(({ ctx, input }) => changeSettings(ctx, input)),
  resetUserPassword: admin
    .meta(rest('POST /admin/users/{id}/reset-password', 'Give a user a temporary password', { refusals: [429] }))
    .input(compiled(IdInput))
    .output(compiled(PasswordResetByAdmin))
    .mutation(({ ctx, input }) => resetUserPassword(ctx, input)),
  setSignupEnabled: admin
    .meta(rest('PATCH /admin/settings/signup-enabled', 'Open or close sign-up'))
    .input(compiled(SetSignupEnabled))
    .output(compiled(Settings))
    .mutation(({ ctx, input }) => setSignupEnabled(ctx, input)),
})
