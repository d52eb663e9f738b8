import { useMemo } from 'react'
import type { ReportAnswer } from '#shared/test-reports/test-report.ts'
import { createStore, useStore } from '#src/lib/store.ts'

/* The uploads of all projects. They continue when the user leaves the tab. */

export type UploadState =
  | { phase: 'waiting' }
  /** `share`: the sent part of the file, from 0 to 1. */
  | { phase: 'uploading'; share: number }
  /** The file was sent and the server has not answered yet. */
  | { phase: 'recording' }
  | { phase: 'done'; answer: ReportAnswer; isRepeat: boolean }
  | { phase: 'failed'; message: string }
  /** The answer was lost, so the report may or may not be recorded. */
  | { phase: 'unknown'; message: string }
  | { phase: 'cancelled' }

export type Upload = {
  id: string
  projectId: string
  /** A run id, or a new key: the first report with that key starts the run. */
  run: string
  description: string
  file: File
  state: UploadState
}

const UNDERWAY = new Set<UploadState['phase']>(['waiting', 'uploading', 'recording'])

const uploads = createStore<readonly Upload[]>([])

export const allUploads = uploads.get
export const setUploads = uploads.set
export const isUnderway = ({ state }: Upload) => UNDERWAY.has(state.phase)

export function useUploads(projectId: string): Upload[] {
  const all = useStore(uploads)
  return useMemo(() => all.filter((upload) => upload.projectId === projectId), [all, projectId])
}

export function setUploadState(id: string, state: UploadState): void {
  setUploads(allUploads().map((upload) => (upload.id === id ? { ...upload, state } : upload)))
}
