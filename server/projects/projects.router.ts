import { Message } from '#shared/message.ts'
import { PageInput } from '#shared/page.ts'
import {
  ClientSecret,
  CreateProject,
  Project,
  ProjectInput,
  ProjectListItem,
  ProjectOverview,
  UpdateProject,
} from '#shared/projects/project.ts'
import { sendPage } from '../context.ts'
import { withCasesInSuites } from '../test-cases/test-cases.service.ts'
import { withSuiteCounts, withSuites } from '../test-suites/test-suites.service.ts'
import { caller, compiled, router, user } from '../trpc.ts'
import {
  changeProject,
  createProject,
  deleteProject,
  getProject,
  listProjects,
  regenerateSecret,
} from './projects.service.ts'

const tags = ['Projects']

export const projectsRouter = router({
  list: user
    .meta({ openapi: { method: 'GET', path: '/projects', tags, summary: 'List my projects' } })
    .input(compiled(PageInput))
    .output(compiled(ProjectListItem.array()))
    .query(async ({ ctx, input }) => withSuites(ctx, sendPage(ctx, await listProjects(ctx, input)))),
  get: caller
    .meta({
      openapi: { method: 'GET', path: '/projects/{id}', tags, summary: 'Read a project with its suites and cases' },
    })
    .input(compiled(ProjectInput))
    .output(compiled(Project))
    .query(async ({ ctx, input }) => withCasesInSuites(ctx, await getProject(ctx, input))),
  overview: caller
    .meta({
      openapi: {
        method: 'GET',
        path: '/projects/{id}/overview',
        tags,
        summary: 'Read a project with its suites and totals',
      },
    })
    .input(compiled(ProjectInput))
    .output(compiled(ProjectOverview))
    .query(async ({ ctx, input }) => withSuiteCounts(ctx, await getProject(ctx, input))),
  create: user
    .meta({ openapi: { method: 'POST', path: '/projects', tags, summary: 'Create a project' }, status: 201 })
    .input(compiled(CreateProject))
    .output(compiled(Project))
    .mutation(async ({ ctx, input }) => withCasesInSuites(ctx, await createProject(ctx, input))),
  update: caller
    .meta({ openapi: { method: 'PATCH', path: '/projects/{id}', tags, summary: 'Edit a project' } })
    .input(compiled(UpdateProject))
    .output(compiled(Project))
    .mutation(async ({ ctx, input }) => withCasesInSuites(ctx, await changeProject(ctx, input))),
  delete: caller
    .meta({
      openapi: { method: 'DELETE', path: '/projects/{id}', tags, summary: 'Delete a project with all that is in it' },
    })
    .input(compiled(ProjectInput))
    .output(compiled(Message))
    .mutation(({ ctx, input }) => deleteProject(ctx, input)),
  regenerateSecret: caller
    .meta({
      openapi: { method: 'POST', path: '/projects/{id}/regenerate-secret', tags, summary: 'Replace the client secret' },
    })
    .input(compiled(ProjectInput))
    .output(compiled(ClientSecret))
    .mutation(({ ctx, input }) => regenerateSecret(ctx, input)),
})
