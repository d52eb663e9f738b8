import { randomUUID } from 'node:crypto'
import { open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReportedTest } from './reported-test.ts'

/** So much text is gathered before it is written. */
const BLOCK = 256 * 1024

/**
 * The tests of a report between reading and recording, in a temporary file: a report is recorded only once it was
 * read to its end, and memory must not grow with it. The file has no name any more while it is in use, so that
 * nothing is left of it when the process ends, however it ends.
 */
export async function openSpool() {
  const path = join(tmpdir(), `assay-report-${randomUUID()}.jsonl`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  let waiting = ''
  let size = 0

  const write = async () => {
    const { bytesWritten } = await file.write(waiting, size)
    size += bytesWritten
    waiting = ''
  }

  return {
    add(test: ReportedTest): void {
      waiting += `${JSON.stringify(test)}\n`
    },

    /** Lets the gathered text go to the file, if it is much. */
    async settle(): Promise<void> {
      if (waiting.length >= BLOCK) await write()
    },

    /** All tests in the order in which they were added, `count` at a time. */
    async *batches(count: number): AsyncGenerator<ReportedTest[]> {
      if (waiting !== '') await write()
      let batch: ReportedTest[] = []
      for await (const line of file.readLines({ start: 0, autoClose: false })) {
        batch.push(JSON.parse(line) as ReportedTest)
        if (batch.length < count) continue
        yield batch
        batch = []
      }
      if (batch.length > 0) yield batch
    },

    close: () => file.close(),
  }
}

export type Spool = Awaited<ReturnType<typeof openSpool>>
