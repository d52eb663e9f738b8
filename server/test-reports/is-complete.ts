import { readShard } from '#shared/test-reports/test-report.ts'

/** `awaitsFiles`: its sender has yet to attach the files that it names, or to send more reports. */
export type ReceivedReport = { shard: string | null; completes: boolean; awaitsFiles: boolean }

/** Whether a run is complete: one report asked for it, and all shards (such as 3/8) and files have been received. */
export function isComplete(reports: ReceivedReport[]): boolean {
  if (reports.some(({ awaitsFiles }) => awaitsFiles)) return false
  const shards = reports.flatMap(({ shard }) => (shard === null ? [] : (readShard(shard) ?? [])))
  const received = new Set(shards.map(({ part }) => part)).size
  return reports.some(({ completes }) => completes) && shards.every(({ parts }) => received >= parts)
}
