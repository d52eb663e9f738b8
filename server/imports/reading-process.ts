import { Worker } from 'node:worker_threads'
import { DomainError } from '#shared/errors.ts'
import type { CaseFile, Given } from './case-file.ts'
import { readParts } from './read-parts.ts'

/* The process in which files are read. It gets a file in pieces, and is asked for each part of its cases. */

export type Job = { given: Given; size: number }
export type Question = Job | Uint8Array | 'next'
export type Answer =
  | { kind: 'more' }
  | { kind: 'part'; part: Uint8Array }
  | { kind: 'end'; file: CaseFile }
  | { kind: 'refused'; refusal: Pick<DomainError, 'code' | 'message'> }
  | { kind: 'failed'; reason: string }

let job: Job
let bytes = Buffer.alloc(0)
let received = 0
let parts: ReturnType<typeof readParts>

async function answerTo(question: Question): Promise<Answer> {
  if (question instanceof Uint8Array) {
    bytes.set(question, received)
    received += question.length
  } else if (question !== 'next') {
    ;[job, received, bytes] = [question, 0, Buffer.alloc(question.size)]
  }
  if (received < job.size) return { kind: 'more' }
  if (question !== 'next') parts = readParts(bytes, job.given)
  const { done, value } = await parts.next()
  return done ? { kind: 'end', file: value } : { kind: 'part', part: value }
}

function toAnswer(error: unknown): Answer {
  if (error instanceof DomainError) return { kind: 'refused', refusal: { code: error.code, message: error.message } }
  // Too deep for the stack, or too long for a string.
  if (error instanceof RangeError)
    return { kind: 'refused', refusal: { code: 'BAD_REQUEST', message: `The file cannot be read: ${error.message}` } }
  return { kind: 'failed', reason: (error as Error).stack ?? '' }
}

process.on('message', (question: Question) => {
  void answerTo(question)
    .catch(toAnswer)
    .then((answer) => process.send?.(answer))
})

// systemd and terminals stop all processes of a server. It still finishes its calls, and then ends this one.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})

/** Ends with the server, even in the middle of a file. */
const endWithParent = `setInterval(() => process.ppid === ${process.ppid} || process.kill(process.pid, 'SIGKILL'), 1000)`
new Worker(endWithParent, { eval: true }).unref()
