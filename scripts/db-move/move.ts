import { type Beginning, claimTarget, releaseTarget } from './claim.ts'
import { copyTable } from './copy.ts'
import { Progress, rowsIn } from './progress.ts'
import type { Source } from './source.ts'
import type { Target } from './target.ts'
import { verifyTable } from './verify.ts'

export type Moved = { beginning: Beginning; rows: number; replaced: number; differences: string[] }

/**
 * Copies all rows and then compares them. Only if all are equal, the target is released to servers; otherwise it stays
 * marked as unfinished. `onClaimed` is called when the target is prepared: from then on a move can be resumed.
 */
export async function move(source: Source, target: Target, onClaimed: (beginning: Beginning) => void): Promise<Moved> {
  const beginning = await claimTarget(target, source)
  onClaimed(beginning)
  const copied = await copyAll(source, target)
  const differences = await verifyAll(source, target, copied.rows)
  if (differences.length === 0) await releaseTarget(target)
  return { beginning, ...copied, differences }
}

async function copyAll(source: Source, target: Target): Promise<{ rows: number; replaced: number }> {
  const steps = []
  for (const table of source.tables)
    steps.push({ table, total: source.count(table), done: (await target.progressOf(table)).rows })
  const rows = sum(steps.map(({ total }) => total))
  const progress = new Progress('Moved', rows, sum(steps.map(({ done }) => done)))
  let replaced = 0
  try {
    for (const { table, total } of steps) {
      progress.begin(table.name)
      await copyTable(source, target, table, progress.add)
      replaced += (await target.progressOf(table)).replaced
      progress.end(rowsIn(total))
    }
  } finally {
    progress.stop()
  }
  return { rows, replaced }
}

/** Returns one line per table that differs. */
async function verifyAll(source: Source, target: Target, rows: number): Promise<string[]> {
  const progress = new Progress('Verified', rows, 0)
  const differences = []
  try {
    for (const table of source.tables) {
      progress.begin(table.name)
      const verdict = await verifyTable(source, target, table, progress.add)
      if ('difference' in verdict) differences.push(`${table.name}: ${verdict.difference}`)
      else progress.end(`${rowsIn(verdict.rows)}, sha256 ${verdict.checksum}`)
    }
  } finally {
    progress.stop()
  }
  return differences
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)
