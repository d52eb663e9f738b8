import { useMemo } from 'react'
import type { AttachmentItem } from '#shared/attachments/attachment.ts'
import { createStore, useStore } from '#src/lib/store.ts'
import type { AttachmentOwner } from './owner.ts'

/* Uploads to results and cases. They continue while the user goes elsewhere in the app. */

export type UploadState =
  | { phase: 'waiting' }
  /** `share`: the sent part of the file, from 0 to 1. */
  | { phase: 'uploading'; share: number }
  /** `isOffline`: the server was not reached. The upload is retried regularly. */
  | { phase: 'failed'; message: string; isOffline: boolean }

/** Attached files leave the store, because their owner lists them. */
export type AttachmentUpload = {
  id: string
  owner: AttachmentOwner
  name: string
  file: File
  state: UploadState
  /** Called once, when the owner lists the file. */
  onAttached?: ((item: AttachmentItem) => void) | undefined
}

const uploads = createStore<readonly AttachmentUpload[]>([])

export const allUploads = uploads.get
export const setUploads = uploads.set

/** The uploads to an owner, oldest first. */
export function useUploadsTo({ id }: AttachmentOwner): AttachmentUpload[] {
  const all = useStore(uploads)
  return useMemo(() => all.filter((upload) => upload.owner.id === id), [all, id])
}

export function setUploadState(id: string, state: UploadState): void {
  setUploads(allUploads().map((upload) => (upload.id === id ? { ...upload, state } : upload)))
}

export const removeUpload = (id: string) => setUploads(allUploads().filter((upload) => upload.id !== id))
