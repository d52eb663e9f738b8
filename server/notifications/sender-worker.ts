import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { AddressRange } from '../address-range.ts'
import { reasonOf } from '../outbox/outcome.ts'
import { type OutgoingRequest, type Received, sendRequest } from './send-request.ts'

export type Sent = { id: number; received?: Received; error?: string }

// Of this thread, on Linux: calls come first.
if (process.platform === 'linux') setPriority(10)

const allow = workerData as readonly AddressRange[]

parentPort?.on('message', async ({ id, request }: { id: number; request: OutgoingRequest }) => {
  parentPort?.postMessage({ id, ...(await outcomeOf(request)) } satisfies Sent)
})

async function outcomeOf(request: OutgoingRequest): Promise<Omit<Sent, 'id'>> {
  try {
    return { received: await sendRequest(request, { allow }) }
  } catch (error) {
    return { error: reasonOf(error) }
  }
}
