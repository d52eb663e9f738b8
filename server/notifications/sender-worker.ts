import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { AddressRange } from '../address-range.ts'
import { reasonOf } from '../outbox/outcome.ts'
import { type OutgoingRequest, type Received, sendRequest } from './send-request.ts'

export type Sent = { id: number; received?: Received; error?: string }

/** Of -20 to 19; 0 is usual. */
const LOW = 10
const allow = workerData as readonly AddressRange[]

letCallsGoFirst()
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

/** Lowers the priority of this thread; elsewhere than on Linux it would be that of the server. A sandbox may refuse it. */
function letCallsGoFirst(): void {
  try {
    if (process.platform === 'linux') setPriority(LOW)
  } catch {
    // Requests are sent all the same.
  }
}
