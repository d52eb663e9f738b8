import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { draftIn } from '../database/draft-files.ts'
import { countExecutions, reportSize } from './report-limits.ts'
import type { FoundTest } from './reported-test.ts'

/** Size of a write to the file. */
const BLOCK = 256 * 1024

/**
 * Stores the tests of a report between reading and recording. A report is recorded only after it was read completely;
 * a file keeps memory use constant. The file is unlinked while open, so nothing is left when the process ends. If it is
 * killed just before, the next start removes the empty file.
 */
export async function openSpool(maxTests: number) {
  const path = draftIn(tmpdir())
  const file = await open(path, 'wx+', 0o600)
  await rm(path, { force: true })
  const counted = reportSize(maxTests)
  const executions: number[] = []
  let buffered = ''
  let size = 0

  const write = async () => {
    const { bytesWritten } = await file.write(buffered, size)
    size += bytesWritten
    buffered = ''
  }

  return {
    size: counted.size,

    /** Throws PAYLOAD_TOO_LARGE when the report has more tests or executions than allowed. */
    add(test: FoundTest): void {
      const text = `${JSON.stringify(test)}\n`
      counted.add(test, text.length)
      executions.push(countExecutions(test))
      buffered += text
    },

    /** Writes to the file once enough text is buffered. */
    async settle(): Promise<void> {
      if (buffered.length >= BLOCK) await write()
    },

    /** All tests, oldest first. */
    async *lines(): AsyncGenerator<Line> {
      if (buffered !== '') await write()
      let index = 0
      for await (const json of file.readLines({ start: 0, autoClose: false })) {
        yield { json, executions: executions[index] ?? 0 }
        index += 1
      }
    },

    close: () => file.close(),
  }
}

/** A test as JSON, and how many attempts it becomes. */
export type Line = { json: string; executions: number }

export type Spool = Awaited<ReturnType<typeof openSpool>>
