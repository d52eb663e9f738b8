import type { z } from 'zod'
import type { ActorContext } from '../../context.ts'
import type { Db } from '../../database/databases.ts'
import type { AppRouter } from '../../router.ts'
import { createCallerFactory } from '../../trpc.ts'

type Procedures = ReturnType<AppRouter['createCaller']>

type Listed<T> = { items: T[]; total: number | null; hasMore: boolean }

/** What tools see of the server: the procedures, called as the caller of the request. */
export type Door = {
  ctx: ActorContext
  /** The project that the address names: the one that a person means without naming another. */
  project: string | undefined
  calls: Procedures
  /** Calls a procedure that answers a page. */
  listed: <T>(list: (calls: Procedures) => Promise<T[]>) => Promise<Listed<T>>
  /** The same door inside a transaction. */
  within: (db: Db) => Door
}

export function openDoor(router: AppRouter, ctx: ActorContext, project?: string): Door {
  const callsOf = createCallerFactory(router)
  return {
    ctx,
    project,
    calls: callsOf({ ...ctx, reply: {} }),
    listed: async (list) => {
      const own = { ...ctx, reply: {} as ActorContext['reply'] }
      const items = await list(callsOf(own))
      const { total = null, next = null } = own.reply.page ?? {}
      return { items, total, hasMore: next !== null }
    },
    within: (db) =>
      openDoor(router, { ...ctx, db, write: async (_scope, work) => await work(db as never, () => false) }, project),
  }
}

type Content = { type: 'text'; text: string } | { type: 'image'; data: string; mimeType: string }

/** An answer is JSON, or content of its own. */
export type Answer = Record<string, unknown> | Content[]

type Tool<I extends z.ZodObject = z.ZodObject> = {
  name: string
  description: string
  input: I
  isWrite?: true
  /** Whether `next` reads on in texts that were cut. */
  readsOn?: true
  answer: (door: Door, input: z.infer<I>) => Promise<Answer>
}

export const tool = <I extends z.ZodObject>(given: Tool<I>): Tool => given
