import { useMemo, useSyncExternalStore } from 'react'
import { Listeners } from '#src/lib/listeners.ts'

/* The files that are on their way to a result, of all runs. They continue when the user goes to another case. */

export type UploadState =
  | { phase: 'waiting' }
  /** `share`: the part of the file that was sent, from 0 to 1. */
  | { phase: 'uploading'; share: number }
  /** `isOffline`: the server was not reached, and it is sent again now and then. */
  | { phase: 'failed'; message: string; isOffline: boolean }

/** Attached files leave the store: the result lists them. */
export type AttachmentUpload = {
  id: string
  testRunId: string
  resultId: string
  name: string
  file: File
  state: UploadState
}

const listeners = new Listeners()
let uploads: readonly AttachmentUpload[] = []

export const allUploads = () => uploads

/** The uploads to a result, oldest first. */
export function useUploadsTo(resultId: string): AttachmentUpload[] {
  const all = useSyncExternalStore(listeners.subscribe, allUploads)
  return useMemo(() => all.filter((upload) => upload.resultId === resultId), [all, resultId])
}

export function setUploads(next: readonly AttachmentUpload[]): void {
  uploads = next
  listeners.notify()
}

export function setUploadState(id: string, state: UploadState): void {
  setUploads(uploads.map((upload) => (upload.id === id ? { ...upload, state } : upload)))
}

export const removeUpload = (id: string) => setUploads(uploads.filter((upload) => upload.id !== id))
