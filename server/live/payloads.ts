import { z } from 'zod'
import type { Person } from '#shared/users/user.ts'
import { PAYLOAD_BYTES } from '../database/postgres-listener.ts'
import type { Change } from '../database/changes.ts'

/* What servers say to each other, as texts that one NOTIFY can carry. Whatever else comes in is no news. */

/** What a message says beside its list, generously. */
const FRAME_BYTES = 200

/** `viewers` are some of a server's; it tells of them in parts, and each part replaces the one of its number. */
export type Word =
  | { kind: 'hello'; server: string }
  | { kind: 'viewers'; server: string; part: number; viewers: [testRunId: string, viewer: Person][] }
  | { kind: 'goodbye'; server: string }

/** As few payloads as they need; results that are too many to name in one are not named. */
export function writeChanges(changes: Change[]): string[] {
  return split(
    changes.map((change) =>
      change.kind === 'results' && bytesOf(change) > PAYLOAD_BYTES - FRAME_BYTES
        ? { ...change, resultIds: null }
        : change,
    ),
  ).map((part) => JSON.stringify(part))
}

/** Undefined for a payload that no server of this version has written. */
export function readChanges(payload: string): Change[] | undefined {
  return read(z.array(ChangeShape), payload)
}

/** The viewers by run, in so many parts that each fits into a word. */
export function splitViewers(viewers: Record<string, Person[]>): [testRunId: string, viewer: Person][][] {
  return split(
    Object.entries(viewers).flatMap(([testRunId, people]) =>
      people.map((viewer): [string, Person] => [testRunId, viewer]),
    ),
  )
}

/** Undefined for a payload that no server of this version has written. */
export function readWord(payload: string): Word | undefined {
  return read(WordShape, payload)
}

function split<T>(items: T[]): T[][] {
  const parts: T[][] = []
  let left = 0
  for (const item of items) {
    const bytes = bytesOf(item) + 1
    if (bytes > left) {
      parts.push([])
      left = PAYLOAD_BYTES - FRAME_BYTES
    }
    parts.at(-1)?.push(item)
    left -= bytes
  }
  return parts
}

function bytesOf(item: unknown): number {
  return Buffer.byteLength(JSON.stringify(item))
}

function read<T>(shape: z.ZodType<T>, payload: string): T | undefined {
  try {
    return shape.safeParse(JSON.parse(payload)).data
  } catch {
    return undefined
  }
}

const [projectId, testRunId, userId, server] = [z.string(), z.string(), z.string(), z.string()]

const ChangeShape: z.ZodType<Change> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('results'), testRunId, resultIds: z.array(z.string()).nullable() }),
  z.object({ kind: z.enum(['run', 'run deleted']), projectId, testRunId }),
  z.object({ kind: z.enum(['project', 'project deleted', 'credential']), projectId }),
  z.object({ kind: z.literal('member'), projectId, userId }),
  z.object({ kind: z.literal('user'), userId }),
])

const WordShape: z.ZodType<Word> = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['hello', 'goodbye']), server }),
  z.object({
    kind: z.literal('viewers'),
    server,
    part: z.number().int(),
    viewers: z.array(z.tuple([testRunId, z.object({ id: z.string(), name: z.string() })])),
  }),
])
