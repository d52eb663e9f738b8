import { codeOf, type Outcome, outcomeOf } from './folded-text.ts'

/*
 * The results of a case in the runs that count, packed as base64: a row of a case is read and written for each of its
 * results, and JSON takes several times as long.
 */

/** A result of a case, in the run of this slot. */
export type SlotOutcome = Outcome & { slot: number }

/** The duration is NaN if it is unknown. */
const BYTES = { slot: 6, at: 8, code: 1, attempts: 4, ms: 8 }
const LENGTH = Object.values(BYTES).reduce((sum, length) => sum + length, 0)

export function packOutcomes(outcomes: SlotOutcome[]): string {
  const packed = Buffer.allocUnsafe(outcomes.length * LENGTH)
  let end = 0
  for (const outcome of outcomes) {
    end = packed.writeUIntLE(outcome.slot, end, BYTES.slot)
    end = packed.writeDoubleLE(outcome.at, end)
    end = packed.writeUInt8(codeOf(outcome), end)
    end = packed.writeUInt32LE(outcome.attempts, end)
    end = packed.writeDoubleLE(outcome.ms ?? Number.NaN, end)
  }
  return packed.toString('base64')
}

export function unpackOutcomes(text: string): SlotOutcome[] {
  const packed = Buffer.from(text, 'base64')
  return Array.from({ length: packed.length / LENGTH }, (_, index) => {
    let from = index * LENGTH
    const slot = packed.readUIntLE(from, BYTES.slot)
    const at = packed.readDoubleLE((from += BYTES.slot))
    const code = packed.readUInt8((from += BYTES.at))
    const attempts = packed.readUInt32LE((from += BYTES.code))
    const ms = packed.readDoubleLE(from + BYTES.attempts)
    return { slot, at, ...outcomeOf(code), attempts, ms: Number.isNaN(ms) ? null : ms }
  })
}
