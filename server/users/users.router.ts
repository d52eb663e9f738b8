import { ProjectListItem } from '#shared/projects/project.ts'
import { SearchUsers, UserMatch, UserProjects } from '#shared/users/user.ts'
import { listUserProjects } from '../test-suites/project-lists.ts'
import { compiled, restUnder, router, user } from '../trpc.ts'
import { findUsers } from './users.service.ts'

const rest = restUnder('Users')

export const usersRouter = router({
  search: user('read')
    .meta(rest('GET /users/search', 'Find active users by email or name'))
    .input(compiled(SearchUsers))
    .output(compiled(UserMatch.array()))
    .query(({ ctx, input }) => findUsers(ctx, input)),
  projects: user('read')
    .meta(rest('GET /users/{id}/projects', 'List the projects of a user', { isVersioned: true }))
    .input(compiled(UserProjects))
    .output(compiled(ProjectListItem.array()))
    .query(({ ctx, input }) => listUserProjects(ctx, input)),
})
