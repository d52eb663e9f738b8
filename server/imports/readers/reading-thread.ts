import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { DomainError } from '#shared/errors.ts'
import { FairSlots } from '../../limits/fair-slots.ts'
import type { Answer, Job } from './reading-worker.ts'

/** Memory of a thread, beside the bytes of its job. Cells of a small file can fill any memory. */
const HEAP_MB = 160

/** How long a thread may read. */
const READ_MS = 60_000

const THREADS = new FairSlots({
  slots: 1,
  slotsPerCaller: 1,
  perCaller: 20,
  perRank: 100,
  tooManyOfOne: 'Too many imports at once',
  tooManyOfAll: 'Too many imports at once',
  retryAfterSeconds: 5,
})

/** Reads a job on a thread and gives what it holds in parts. Throws BAD_REQUEST for what cannot be read. */
export async function readOnThread(caller: string, job: Job, take: (items: any[]) => Promise<void>): Promise<void> {
  await THREADS.run(caller, undefined, async () => {
    const resourceLimits = { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 16 }
    const worker = new Worker(new URL('./reading-worker.ts', import.meta.url), { workerData: job, resourceLimits })
    try {
      await takeAll(worker, take)
    } finally {
      await worker.terminate()
    }
  })
}

async function takeAll(worker: Worker, take: (items: any[]) => Promise<void>): Promise<void> {
  const signal = AbortSignal.timeout(READ_MS)
  for (;;) {
    worker.postMessage(null)
    const [answer] = (await once(worker, 'message', { signal }).catch(refuse)) as [Answer]
    if ('mistake' in answer) throw new DomainError('BAD_REQUEST', `The file cannot be read: ${answer.mistake}`)
    await take(answer.items)
    if (answer.done) return
  }
}

function refuse(error: NodeJS.ErrnoException): never {
  if (error.code === 'ERR_WORKER_OUT_OF_MEMORY')
    throw new DomainError('PAYLOAD_TOO_LARGE', 'The file needs too much memory. Split it')
  if (error.name === 'AbortError') throw new DomainError('PAYLOAD_TOO_LARGE', 'The file takes too long. Split it')
  throw error
}
