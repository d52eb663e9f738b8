import { tracked, type TrackedEnvelope } from '@trpc/server'
import type { RunListMessage, RunMessage, RunScreenMessage, WatchRunScreen } from '#shared/live/live.ts'
import type { ActorContext } from '../context.ts'
import { watchRun, watchRuns } from './live.service.ts'
import { merge } from './merge.ts'

/** Between the ids of both streams; neither has it. */
const SEPARATOR = ','

/**
 * The runs of a project, and one run that is open, over one connection: a browser opens few of them to a server, all
 * its tabs together. Each message bears the ids of what was told last of either. Throws NOT_FOUND.
 */
export async function watchRunScreen(
  ctx: ActorContext,
  { projectId, testRunId, lastEventId }: WatchRunScreen,
  signal?: AbortSignal,
) {
  const [list = '', run = ''] = (lastEventId ?? '').split(SEPARATOR)
  const ended = new AbortController()
  const both = AbortSignal.any([ended.signal, ...(signal ? [signal] : [])])
  const ofList = await watchRuns(ctx, { projectId, lastEventId: list || null }, both)
  const ofRun = await watchRun(ctx, { testRunId, lastEventId: run || null }, both)
  return tellBoth({ list, run }, ofList, ofRun, ended)
}

type Told<M> = AsyncGenerator<TrackedEnvelope<M>>

async function* tellBoth(
  seen: { list: string; run: string },
  ofList: Told<RunListMessage>,
  ofRun: Told<RunMessage>,
  ended: AbortController,
) {
  const last = { ...seen }
  const streams: ['list' | 'run', Told<RunListMessage | RunMessage>][] = [
    ['list', ofList],
    ['run', ofRun],
  ]
  try {
    for await (const [name, [id, message]] of merge(streams)) {
      last[name] = id
      yield tracked(`${last.list}${SEPARATOR}${last.run}`, named(name, message))
    }
  } finally {
    ended.abort()
  }
}

/** All watchers of a topic get the same message, and it stays the same here, so that it is written down once for all. */
const known = new WeakMap<object, RunScreenMessage>()

function named(name: 'list' | 'run', message: RunListMessage | RunMessage): RunScreenMessage {
  const before = known.get(message)
  if (before) return before
  const next = { [name]: message } as RunScreenMessage
  known.set(message, next)
  return next
}
