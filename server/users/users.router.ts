import { ProjectListItem } from '#shared/projects/project.ts'
import { SearchUsers, UserMatch, UserProjects } from '#shared/users/user.ts'
import { sendPage } from '../context.ts'
import { listUserProjects } from '../projects/projects.service.ts'
import { withSuites } from '../test-suites/test-suites.service.ts'
import { compiled, restUnder, router, user } from '../trpc.ts'
import { findUsers } from './users.service.ts'

const rest = restUnder('Users')

export const usersRouter = router({
  search: user
    .meta(rest('GET /users/search', 'Find active users by email or name'))
    .input(compiled(SearchUsers))
    .output(compiled(UserMatch.array()))
    .query(({ ctx, input }) => findUsers(ctx, input)),
  projects: user
    .meta(rest('GET /users/{id}/projects', 'List the projects of a user'))
    .input(compiled(UserProjects))
    .output(compiled(ProjectListItem.array()))
    .query(async ({ ctx, input }) => withSuites(ctx, sendPage(ctx, await listUserProjects(ctx, input)))),
})
