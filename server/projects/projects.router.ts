import { IdInput } from '#shared/fields.ts'
import { Message } from '#shared/message.ts'
import { PageInput } from '#shared/page.ts'
import {
  ClientSecret,
  CreateProject,
  Project,
  ProjectListItem,
  ProjectOverview,
  RegenerateSecret,
  UpdateProject,
} from '#shared/projects/project.ts'
import { answerProject, readProject } from '../test-cases/whole-reads.ts'
import { readProjectOverview } from '../test-suites/test-suites.service.ts'
import { listProjects } from '../test-suites/project-lists.ts'
import { caller, compiled, restUnder, router, user } from '../trpc.ts'
import { changeProject, createProject, deleteProject, regenerateSecret } from './projects.service.ts'

const rest = restUnder('Projects')

export const projectsRouter = router({
  list: user('read')
    .meta(rest('GET /projects', 'List my projects', { isVersioned: true }))
    .input(compiled(PageInput))
    .output(compiled(ProjectListItem.array()))
    .query(({ ctx, input }) => listProjects(ctx, input)),
  get: caller('read')
    .meta(rest('GET /projects/{id}', 'Read a project with its suites and cases', { entity: true }))
    .input(compiled(IdInput))
    .output(compiled(Project))
    .query(({ ctx, input }) => readProject(ctx, input)),
  overview: caller('read')
    .meta(rest('GET /projects/{id}/overview', 'Read a project with its suites and totals', { isVersioned: true }))
    .input(compiled(IdInput))
    .output(compiled(ProjectOverview))
    .query(({ ctx, input }) => readProjectOverview(ctx, input)),
  create: user('manage')
    .meta(rest('POST /projects', 'Create a project', { status: 201, entity: true }))
    .input(compiled(CreateProject))
    .output(compiled(Project))
    .mutation(({ ctx, input }) => createProject(ctx, input)),
  update: caller('manage')
    .meta(rest('PATCH /projects/{id}', 'Edit a project', { refusals: [409], entity: true }))
    .input(compiled(UpdateProject))
    .output(compiled(Project))
    .mutation(async ({ ctx, input }) => answerProject(ctx, await changeProject(ctx, input))),
  delete: caller('manage')
    .meta(rest('DELETE /projects/{id}', 'Delete a project with everything in it', { entity: true }))
    .input(compiled(IdInput))
    .output(compiled(Message))
    .mutation(({ ctx, input }) => deleteProject(ctx, input)),
  regenerateSecret: caller('manage')
    .meta(rest('POST /projects/{id}/regenerate-secret', 'Replace the client secret'))
    .input(compiled(RegenerateSecret))
    .output(compiled(ClientSecret))
    .mutation(({ ctx, input }) => regenerateSecret(ctx, input)),
})
