import type { FoundTest } from '../reported-test.ts'
import type { ReaderLimits } from './limits.ts'
import { noReport } from './report-error.ts'

const SLICE = 500

/** Characters that a held test takes beside its texts. */
const TEST_SIZE = 200

/** Bounds the memory of a format that defines its tests only at its end. Throws BAD_REQUEST. */
export function heldSize({ held, shared }: Pick<ReaderLimits, 'held' | 'shared'>) {
  let size = 0
  return {
    hold,
    release(characters: number) {
      size -= characters
      shared?.hold(-characters)
    },
    add({ suite, name, executions }: Pick<FoundTest, 'suite' | 'name' | 'executions'>) {
      hold(TEST_SIZE + name.length + suite.reduce((sum, part) => sum + part.length, 0))
      for (const { message, trace } of executions) hold(TEST_SIZE + (message?.length ?? 0) + (trace?.length ?? 0))
    },
  }

  function hold(characters: number) {
    size += characters
    if (size > held) throw noReport('The report is too large for its format. Send it in parts')
    shared?.hold(characters)
  }
}

/** Calls `emit` for each, a slice at a time. */
export function* inSlices<Item>(items: Iterable<Item>, emit: (item: Item) => void): Generator<void> {
  let count = 0
  for (const item of items) {
    emit(item)
    count += 1
    if (count % SLICE === 0) yield
  }
}
