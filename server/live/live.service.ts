import type { ProjectListMessage, ProjectMessage, WatchProject } from '#shared/live/live.ts'
import { DomainError } from '#shared/errors.ts'
import { membershipsOf, refOf } from '../authorize.ts'
import type { ActorContext, UserContext } from '../context.ts'
import { findProject } from '../projects/projects.repository.ts'
import { asTransportError, identifyCaller } from '../trpc.ts'
import { guard } from './guard.ts'
import { findRunOf } from './reads.ts'
import { Stream } from './stream.ts'
import {
  noticesSubject,
  projectListSubject,
  runListSubject,
  runSubject,
  settledSubject,
  viewersSubject,
} from './subjects.ts'
import type { Subject } from './topic.ts'

/** The runs of a project, and the open run. Throws NOT_FOUND. */
export async function watchProject(
  ctx: ActorContext,
  { projectId, testRunId }: WatchProject,
  signal: AbortSignal | undefined,
): Promise<AsyncGenerator<ProjectMessage>> {
  const { db, live, actor } = ctx
  const project = await findProject(db, actor, projectId, 'project.read')
  // The caller may send any run id; names of viewers stay within the project of the run.
  const run = testRunId ? await findRunOf(db, project, testRunId) : undefined
  return watch(ctx, {
    subjects: [
      runListSubject(db, project),
      ...(testRunId ? [runSubject(db, project, testRunId)] : []),
      ...(run ? [settledSubject(db, run.id), viewersSubject(db, live.viewers, { projectId, testRunId: run.id })] : []),
      ...(actor.kind === 'user' && actor.session ? [noticesSubject(db, actor.user.id)] : []),
    ],
    projectId,
    check: async () => await findProject(db, await identifyCaller(ctx, 'read'), projectId, 'project.read'),
    enter: () =>
      run && actor.kind === 'user'
        ? live.viewers.enter(run.id, { id: actor.user.id, name: actor.user.name })
        : () => {},
    signal,
  })
}

export function watchProjects(ctx: UserContext, signal: AbortSignal | undefined): AsyncGenerator<ProjectListMessage> {
  return watch(ctx, {
    subjects: [
      projectListSubject(ctx.db, membershipsOf(ctx.actor)),
      ...(ctx.actor.session ? [noticesSubject(ctx.db, ctx.actor.user.id)] : []),
    ],
    check: async () => await identifyCaller(ctx, 'read'),
    signal,
  })
}

type Watched<M> = {
  subjects: Subject<M>[]
  projectId?: string
  /** Throws if the caller has no access. */
  check: () => Promise<unknown>
  /** Called when the stream opens; the function that it returns, when it ends. */
  enter?: () => () => void
  signal: AbortSignal | undefined
}

/** Streams the subjects until the caller leaves, loses access, or the server stops. */
async function* watch<M>(ctx: ActorContext, { subjects, projectId, check, enter, signal }: Watched<M>) {
  const { live, actor } = ctx
  const stream = new Stream<M>(live.topics, subjects)
  const end = (error?: Error) => stream.end(error)
  const onAbort = () => end()
  const undo: (() => void)[] = []
  try {
    const { network, cutOff } = ctx.request
    undo.push(live.streams.add({ callerId: refOf(actor).id, network, end, cutOff }))
    undo.push(await guard(live.bus, { actor, projectId, check, onRefused: (error) => stream.end(error) }))
    if (enter) undo.push(enter())
    signal?.addEventListener('abort', onAbort)
    if (signal?.aborted) end()
    yield* stream.messages()
  } catch (error) {
    throw error instanceof DomainError ? asTransportError(error) : error
  } finally {
    for (const step of undo.toReversed()) step()
  }
}
