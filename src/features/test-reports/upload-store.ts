import { useMemo, useSyncExternalStore } from 'react'
import type { ReportAnswer } from '#shared/test-reports/test-report.ts'
import { Listeners } from '#src/lib/listeners.ts'

/* Reports on their way to the server. They outlive the tab they were dropped on. */

export type UploadState =
  | { phase: 'waiting' }
  /** `share` of the file has left this computer, from 0 to 1. */
  | { phase: 'uploading'; share: number }
  /** The server has the file and works on it. */
  | { phase: 'recording' }
  | { phase: 'done'; answer: ReportAnswer; isRepeat: boolean }
  | { phase: 'failed'; message: string }
  | { phase: 'cancelled' }

export type Upload = {
  id: string
  projectId: string
  /** The id of a run, or the key of one that the first report of a batch starts. */
  run: string
  description: string
  file: File
  state: UploadState
}

const UNDERWAY = new Set<UploadState['phase']>(['waiting', 'uploading', 'recording'])

const listeners = new Listeners()
let uploads: readonly Upload[] = []

export const allUploads = () => uploads
export const isUnderway = ({ state }: Upload) => UNDERWAY.has(state.phase)

/** The uploads of a project, in the order in which they were added. */
export function useUploads(projectId: string): Upload[] {
  const all = useSyncExternalStore(listeners.subscribe, allUploads)
  return useMemo(() => all.filter((upload) => upload.projectId === projectId), [all, projectId])
}

export function setUploads(next: readonly Upload[]): void {
  uploads = next
  listeners.announce()
}

export function setUploadState(id: string, state: UploadState): void {
  setUploads(uploads.map((upload) => (upload.id === id ? { ...upload, state } : upload)))
}
