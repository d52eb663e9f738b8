import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip, gunzipSync, gzip } from 'node:zlib'
import { countExecutions, limitedTests } from './report-limits.ts'
import type { FoundTest, ReportedTest } from './reported-test.ts'
import { openUnlinked } from './unlinked-file.ts'

/* A part holds some tests of a report, one line of JSON each. Stored parts are packed. */

/** The maximum size of a part. Other writes wait for the recording of one part. */
const PART = { executions: 400, length: 512 * 1024 }

/** Parts that may wait for the disk while reading goes on. */
const WAITING_MAX = 2

/** Packing must not take longer than it saves. Larger chunks than by default make fewer calls. */
const [LEVEL, CHUNK] = [1, 64 * 1024]

const [zip, unzip] = [promisify(gzip), promisify(gunzip)]

/** Packs in a thread of Node's pool. */
export const pack = async (part: string): Promise<Buffer> => await zip(part, { level: LEVEL, chunkSize: CHUNK })

/** Unpacks in this thread: a transaction may not wait for another one. */
export const unpack = (packed: Buffer): string => gunzipSync(packed, { chunkSize: CHUNK }).toString()

export const partOf = (tests: ReportedTest[]): string => tests.map((test) => JSON.stringify(test)).join('\n')

export const testsOf = <T = ReportedTest>(part: string): T[] => part.split('\n').map((line) => JSON.parse(line) as T)

/**
 * Keeps the parts of a report until it was read completely, the last one in memory and the others in a temporary file,
 * so that memory does not grow.
 */
export function openParts(maxTests: number) {
  const refuseTooMany = limitedTests(maxTests)
  const stored: { position: number; length: number }[] = []
  let file: FileHandle | undefined
  let end = 0
  let lines: string[] = []
  let size = { executions: 0, length: 0 }
  let [count, waiting] = [0, 0]
  let written: Promise<void> = Promise.resolve()

  const write = async (part: Buffer) => {
    file ??= await openUnlinked()
    await file.write(part, 0, part.length, end)
    stored.push({ position: end, length: part.length })
    end += part.length
    waiting -= 1
  }
  const store = () => {
    waiting += 1
    written = Promise.all([pack(lines.join('\n')), written]).then(async ([part]) => await write(part))
    // The next call throws it.
    written.catch(() => {})
    lines = []
    size = { executions: 0, length: 0 }
  }

  return {
    count: () => count,

    /** Throws PAYLOAD_TOO_LARGE when the report has more tests or executions than allowed. */
    add(test: FoundTest): void {
      refuseTooMany(test)
      const line = JSON.stringify(test)
      const executions = countExecutions(test)
      if (size.executions + executions > PART.executions || size.length + line.length > PART.length)
        if (lines.length > 0) store()
      if (lines.length === 0) count += 1
      lines.push(line)
      size = { executions: size.executions + executions, length: size.length + line.length }
    },

    /** Waits for the disk when it is slower than reading. */
    async settle(): Promise<void> {
      if (waiting > WAITING_MAX) await written
    },

    async *read(): AsyncGenerator<string> {
      await written
      for (const { position, length } of stored) {
        const { buffer } = await (file as FileHandle).read({ buffer: Buffer.allocUnsafe(length), position })
        yield (await unzip(buffer, { chunkSize: CHUNK })).toString()
      }
      if (lines.length > 0) yield lines.join('\n')
    },

    async close(): Promise<void> {
      lines = []
      await written.catch(() => {})
      await file?.close()
    },
  }
}

export type Parts = ReturnType<typeof openParts>
