import type { FileHandle } from 'node:fs/promises'
import { linesOf, pack, unpack } from './pack.ts'
import { countExecutions, reportSize } from './report-limits.ts'
import type { FoundTest } from './reported-test.ts'
import { openUnlinked } from './unlinked-file.ts'

/** What recording costs: executions, and the length of their tests as JSON. */
type Size = { executions: number; bytes: number }

/** A block becomes a part of the report: no other write waits for less than the recording of one part. */
const BLOCK: Size = { executions: 400, bytes: 512 * 1024 }

/** Blocks that may wait for the disk while reading goes on. */
const WAITING_MAX = 2

/**
 * Stores the tests of a report between reading and recording, in packed blocks. A report is recorded only after it was
 * read completely; a file keeps memory use constant. A report of less than a block stays in memory.
 */
export function openSpool(maxTests: number) {
  const counted = reportSize(maxTests)
  const blocks: { position: number; length: number }[] = []
  let file: FileHandle | undefined
  let end = 0
  let lines: string[] = []
  let size: Size = { executions: 0, bytes: 0 }
  let waiting = 0
  let written: Promise<void> = Promise.resolve()

  const write = async (block: Buffer) => {
    file ??= await openUnlinked()
    await file.write(block, 0, block.length, end)
    blocks.push({ position: end, length: block.length })
    end += block.length
    waiting -= 1
  }
  const flush = () => {
    waiting += 1
    written = Promise.all([pack(lines), written]).then(async ([block]) => await write(block))
    // The next call of the spool throws it.
    written.catch(() => {})
    lines = []
    size = { executions: 0, bytes: 0 }
  }

  return {
    size: counted.size,

    /** Throws PAYLOAD_TOO_LARGE when the report has more tests or executions than allowed. */
    add(test: FoundTest): void {
      const text = JSON.stringify(test)
      counted.add(test, text.length)
      const executions = countExecutions(test)
      if (size.executions + executions > BLOCK.executions || size.bytes + text.length > BLOCK.bytes)
        if (lines.length > 0) flush()
      lines.push(text)
      size = { executions: size.executions + executions, bytes: size.bytes + text.length }
    },

    /** Waits for the disk when it is slower than reading. */
    async settle(): Promise<void> {
      if (waiting > WAITING_MAX) await written
    },

    /** All tests as packed blocks, oldest first. */
    async *packed(): AsyncGenerator<Buffer> {
      if (lines.length > 0) flush()
      await written
      for (const { position, length } of blocks) {
        const { buffer } = await (file as FileHandle).read({ buffer: Buffer.allocUnsafe(length), position })
        yield buffer
      }
    },

    /** All tests as JSON, oldest first, a block at a time. */
    async *lines(): AsyncGenerator<string[]> {
      if (blocks.length > 0 || waiting > 0) for await (const block of this.packed()) yield linesOf(await unpack(block))
      else if (lines.length > 0) yield lines
    },

    /** Also frees its memory. */
    async close(): Promise<void> {
      lines = []
      await written.catch(() => {})
      await file?.close()
    },
  }
}

export type Spool = ReturnType<typeof openSpool>
