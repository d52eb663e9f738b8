import { readShard } from '#shared/test-reports/test-report.ts'

export type ReceivedReport = { shard: string | null; completes: boolean }

/** Whether a run is complete: one report asked for it, and all shards (such as 3/8) have been received. */
export function isComplete(reports: ReceivedReport[]): boolean {
  const shards = reports.flatMap(({ shard }) => (shard === null ? [] : (readShard(shard) ?? [])))
  const received = new Set(shards.map(({ part }) => part)).size
  return reports.some(({ completes }) => completes) && shards.every(({ parts }) => received >= parts)
}
