import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { DomainError } from '#shared/errors.ts'
import { FairSlots } from '../limits/fair-slots.ts'
import type { CaseFile, Given } from './case-file.ts'
import type { Answer, Question } from './reading-process.ts'

/*
 * Files are read in a process of their own. Texts of a few kilobytes can take hours or any memory, and a thread that
 * allocates too much at once ends the whole server.
 */

const ENTRY = fileURLToPath(new URL('./reading-process.ts', import.meta.url))

/** Beside the bytes of the file. */
const HEAP_MB = 192

/** How long it may take to read a file. */
const READ_MS = 60_000

const IDLE_MS = 10_000

/** Bytes that the process gets at once. */
const PIECE = 1024 * 1024

/** A file that takes long holds up the next ones of its caller only, unless there are two such callers. */
const SLOTS = new FairSlots({
  slots: 2,
  slotsPerCaller: 1,
  perCaller: 20,
  perRank: 100,
  tooManyOfOne: 'Too many imports at once',
  tooManyOfAll: 'Too many imports at once',
  retryAfterSeconds: 5,
})

/** Parts are cases as JSON, for `casesIn`. */
export type ReadFile = CaseFile & { parts: Uint8Array[] }

/** Reads a file of cases. Throws BAD_REQUEST or PAYLOAD_TOO_LARGE for one that cannot be read. */
export async function readApart(caller: string, bytes: Buffer, given: Given, limitMs = READ_MS): Promise<ReadFile> {
  return await SLOTS.run(caller, undefined, async () => {
    const reader = takeIdle() ?? new Reader()
    try {
      return await reader.read(bytes, given, limitMs)
    } finally {
      if (!reader.isOver) rest(reader)
    }
  })
}

const idle = new Set<Reader>()

function rest(reader: Reader): void {
  idle.add(reader)
  setTimeout(() => idle.delete(reader) && reader.end(), IDLE_MS).unref()
}

function takeIdle(): Reader | undefined {
  const [reader] = idle
  if (reader) idle.delete(reader)
  return reader?.isOver ? takeIdle() : reader
}

class Reader {
  readonly #child: ChildProcess
  readonly #over = new AbortController()

  constructor() {
    const execArgv = [`--max-old-space-size=${HEAP_MB}`, '--max-semi-space-size=16', '--min-semi-space-size=16']
    this.#child = fork(ENTRY, [], { execArgv, serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    this.#child.on('exit', () => this.#over.abort(tooLarge('The file needs too much memory. Split it')))
    this.#child.on('error', (error) => this.#over.abort(error))
    this.#child.unref()
    this.#child.channel?.unref()
  }

  get isOver(): boolean {
    return this.#over.signal.aborted
  }

  end(): void {
    this.#child.kill('SIGKILL')
  }

  async read(bytes: Buffer, given: Given, limitMs: number): Promise<ReadFile> {
    const deadline = setTimeout(() => {
      this.#over.abort(tooLarge('The file takes too long to read. Split it'))
      this.end()
    }, limitMs)
    try {
      let answer = await this.#ask({ given, size: bytes.length })
      for (let from = 0; from < bytes.length; from += PIECE)
        answer = await this.#ask(bytes.subarray(from, from + PIECE))
      const parts: Uint8Array[] = []
      for (; answer.kind === 'part'; answer = await this.#ask('next')) parts.push(answer.part)
      return { ...endOf(answer), parts }
    } finally {
      clearTimeout(deadline)
    }
  }

  async #ask(question: Question): Promise<Answer> {
    const { signal } = this.#over
    const answer = once(this.#child, 'message', { signal }) as Promise<[Answer]>
    // The signal tells that the process has ended.
    this.#child.send(question, () => {})
    return ((await answer.catch(() => signal.throwIfAborted())) as [Answer])[0]
  }
}

function endOf(answer: Answer): CaseFile {
  if (answer.kind === 'end') return answer.file
  if (answer.kind === 'refused') throw new DomainError(answer.refusal.code, answer.refusal.message)
  throw new Error(answer.kind === 'failed' ? answer.reason : 'The process wants more of the file than there is')
}

const tooLarge = (message: string) => new DomainError('PAYLOAD_TOO_LARGE', message)
