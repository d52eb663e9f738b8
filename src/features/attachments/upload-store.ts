import { useMemo } from 'react'
import type { AttachmentItem } from '#shared/attachments/attachment.ts'
import { createStore, useStore } from '#src/lib/store.ts'
import type { AttachmentOwner } from './owner.ts'

/* The files that are on their way to a result or a case. They continue when the user goes elsewhere in the app. */

export type UploadState =
  | { phase: 'waiting' }
  /** `share`: the part of the file that was sent, from 0 to 1. */
  | { phase: 'uploading'; share: number }
  /** `isOffline`: the server was not reached, and it is sent again now and then. */
  | { phase: 'failed'; message: string; isOffline: boolean }

/** Attached files leave the store: their owner lists them. */
export type AttachmentUpload = {
  id: string
  owner: AttachmentOwner
  name: string
  file: File
  state: UploadState
  /** Called once, when its owner lists the file. */
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
