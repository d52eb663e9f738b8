import { TRPCError } from '@trpc/server'
import { DomainError } from '#shared/errors.ts'
import { callerOf } from '../../authorize.ts'
import { asStorageFailure } from '../../database/storage-failed.ts'
import { FairSlots } from '../../limits/fair-slots.ts'
import { inputOf } from '../../trpc.ts'
import { fit, readOn } from './answer-size.ts'
import type { Answer, Door } from './door.ts'
import { TOOLS } from './tools.ts'

/** Calls of tools that run at once: each may read a few hundred records. */
const slots = new FairSlots({
  slots: 6,
  slotsPerCaller: 2,
  perCaller: 100,
  perRank: 1_000,
  tooManyOfOne: 'You call too many tools at once. Try again later',
  tooManyOfAll: 'Too many tools are called at once. Try again later',
  retryAfterSeconds: 5,
})

type Result = { content: Exclude<Answer, Record<string, unknown>>; isError?: true }

/** Calls a tool by its name. What is refused, and why, is an answer that the agent reads. */
export async function callTool(door: Door, name: string, given: unknown): Promise<Result> {
  try {
    return { content: await slots.run(callerOf(door.ctx.actor), undefined, () => answerOf(door, name, given)) }
  } catch (error) {
    return { content: [{ type: 'text', text: messageOf(door, name, error) }], isError: true }
  }
}

async function answerOf(door: Door, name: string, given: unknown): Promise<Result['content']> {
  const tool = TOOLS.get(name)
  if (!tool) throw new DomainError('BAD_REQUEST', `No tool is called ${name.slice(0, 100)}`)
  refuseTooMany(given)
  const input = inputOf(tool.input, given ?? {})
  const answer = await tool.answer(door, input)
  if (Array.isArray(answer)) return answer
  const { readsOn = false } = tool
  const next = readsOn ? (input['next'] as string | undefined) : undefined
  const shown = next === undefined ? fit(answer, { readsOn }) : readOn(answer, next)
  return [{ type: 'text', text: JSON.stringify(shown) }]
}

/** 500 results with 100 steps and 20 defects each. */
const ENTRIES_MAX = 60_000

/** Refuses what would take long to validate: a schema looks at every entry of a list before it finds it too long. */
function refuseTooMany(given: unknown): void {
  const open = [given]
  let entries = 0
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    const below = Object.values(value)
    if (Array.isArray(value)) entries += below.length
    if (entries > ENTRIES_MAX) throw new DomainError('BAD_REQUEST', 'The lists of this call have too many entries')
    for (const entry of below) open.push(entry)
  }
}

const ISSUES = 5

function messageOf({ ctx: { log, request } }: Door, tool: string, error: unknown): string {
  const cause = asStorageFailure(error instanceof TRPCError ? (error.cause ?? error) : error)
  if (!(cause instanceof DomainError)) {
    log.error({ err: error, tool, requestId: request.id }, 'tool failed')
    return 'Internal server error'
  }
  const { message, issues = [] } = cause
  if (issues.length === 0) return message
  return issues
    .slice(0, ISSUES)
    .map(({ path, message: text }) =>
      path.length === 0 || text.includes(path.join('.')) ? text : `${path.join('.')}: ${text}`,
    )
    .join('\n')
}
