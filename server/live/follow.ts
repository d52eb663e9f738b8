import { tracked } from '@trpc/server'
import { DomainError } from '#shared/errors.ts'
import { refOf } from '../authorize.ts'
import type { ActorContext } from '../context.ts'
import { asTransportError } from '../trpc.ts'
import { guard } from './guard.ts'
import type { MessageIds } from './history.ts'
import { Interrupted } from './streams.ts'
import type { Topic } from './topic.ts'
import type { Watcher } from './watcher.ts'

type Followed<M extends { type: string }> = {
  hold: () => Topic<M>
  release: () => void
  projectId?: string
  lastEventId: string | null | undefined
  signal: AbortSignal | undefined
  /** Throws when the caller may not watch any more. */
  check: () => Promise<unknown>
  /** What is done as long as the stream is open; the answer undoes it. */
  during?: () => () => void
}

/**
 * The stream of one watcher: what it missed or the present state, then everything that happens. Ends after a message
 * that says that all is deleted; throws when the caller may not watch any more, or when the server stops.
 */
export async function* follow<M extends { type: string }>(ctx: ActorContext, followed: Followed<M>) {
  const topic = followed.hold()
  const watcher = topic.join()
  const end = (reason: Error) => watcher.end(reason)
  const undo: (() => void)[] = [followed.release, () => topic.leave(watcher)]
  try {
    undo.push(ctx.live.streams.add(refOf(ctx.actor).id, { end, cutOff: () => ctx.request.cutOff() }))
    undo.push(endWith(followed.signal, watcher))
    undo.push(guard(ctx.live.bus, { ...followed, actor: ctx.actor, refuse: end }))
    if (followed.during) undo.push(followed.during())
    yield* messages(topic, watcher, ctx.live.ids, followed.lastEventId)
  } catch (error) {
    throw error instanceof DomainError ? asTransportError(error) : error
  } finally {
    for (const step of undo.toReversed()) step()
  }
}

async function* messages<M extends { type: string }>(
  topic: Topic<M>,
  watcher: Watcher<M>,
  ids: MessageIds,
  lastEventId: string | null | undefined,
) {
  const { last } = watcher
  const missed = lastEventId == null ? undefined : topic.missedSince(lastEventId)
  const first =
    lastEventId == null
      ? await topic.source.first()
      : missed === undefined
        ? undefined
        : await topic.source.read(missed)
  if (first) yield tracked(ids.write(last), first)
  if (first?.type === 'deleted') return
  if (topic.source.aside) yield tracked(ids.write(last), topic.source.aside())
  for (let event = await watcher.next(); event; event = await watcher.next()) {
    const message = event.message ?? (await topic.source.read(null))
    yield tracked(ids.write(event.number), message)
    if (message.type === 'deleted') return
    if (event.message === null && topic.source.aside) yield tracked(ids.write(event.number), topic.source.aside())
  }
}

function endWith(signal: AbortSignal | undefined, watcher: { end: (reason: Error) => void }): () => void {
  const end = () => watcher.end(new Interrupted())
  if (signal?.aborted) end()
  signal?.addEventListener('abort', end)
  return () => signal?.removeEventListener('abort', end)
}
