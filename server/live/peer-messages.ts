import { z } from 'zod'
import type { Person } from '#shared/users/user.ts'
import type { Change } from '../database/changes.ts'
import { PAYLOAD_BYTES } from '../database/postgres-listener.ts'

export type PeerMessage =
  | Change
  /** Asks the others for their viewers. */
  | { kind: 'hello'; server: string }
  | { kind: 'alive'; server: string }
  | { kind: 'goodbye'; server: string }
  | { kind: 'viewer'; server: string; testRunId: string; viewer: Person; isViewing: boolean }

/** Packs messages into as few NOTIFY payloads as possible. A message with too many results omits their ids. */
export function writePayloads(messages: PeerMessage[]): string[] {
  const payloads: string[][] = []
  let left = 0
  for (const message of messages) {
    const full = JSON.stringify(message)
    const isTooLong = message.kind === 'results' && Buffer.byteLength(full) > PAYLOAD_BYTES - '[]'.length
    const text = isTooLong ? JSON.stringify({ ...message, resultIds: null }) : full
    const bytes = Buffer.byteLength(text) + ','.length
    if (bytes > left) {
      payloads.push([])
      left = PAYLOAD_BYTES - '[]'.length
    }
    payloads.at(-1)?.push(text)
    left -= bytes
  }
  return payloads.map((texts) => `[${texts.join()}]`)
}

/** Undefined for a payload of another version. */
export function readPayload(payload: string): PeerMessage[] | undefined {
  try {
    return z.array(PeerMessage).safeParse(JSON.parse(payload)).data
  } catch {
    return undefined
  }
}

const [projectId, testRunId, userId, server] = [z.string(), z.string(), z.string(), z.string()]

const PeerMessage: z.ZodType<PeerMessage> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('results'), testRunId, resultIds: z.array(z.string()).nullable() }),
  z.object({ kind: z.enum(['run', 'run deleted']), projectId, testRunId }),
  z.object({ kind: z.enum(['project', 'project deleted', 'names', 'credential']), projectId }),
  z.object({ kind: z.literal('member'), projectId, userId }),
  z.object({ kind: z.enum(['user', 'notices']), userId }),
  z.object({ kind: z.enum(['hello', 'alive', 'goodbye']), server }),
  z.object({
    kind: z.literal('viewer'),
    server,
    testRunId,
    viewer: z.object({ id: z.string(), name: z.string() }),
    isViewing: z.boolean(),
  }),
])
