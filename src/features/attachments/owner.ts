import type { AttachmentItem } from '#shared/attachments/attachment.ts'
import { patchQuery } from '#src/lib/live/fresh-queries.ts'
import { queryClient } from '#src/lib/query-client.ts'

type Change = (items: readonly AttachmentItem[]) => AttachmentItem[]

export type AttachmentOwner = {
  id: string
  /** The upload address, relative to /api. */
  path: string
  /** Shows changed attachments at once, wherever the owner is read. */
  show: (change: Change) => void
}

export const ownerOfCase = (id: string): AttachmentOwner => ({
  id,
  path: `/test-cases/${encodeURIComponent(id)}/attachments`,
  // Covers pages of cases, single cases, and infinite lists.
  show: (change) => patchAttachments(['testCases'], id, change),
})

/** Changes the attachments of an entity in all cached answers of these procedures. */
export function patchAttachments(procedures: string[], id: string, change: Change): void {
  for (const { queryKey, state } of queryClient.getQueryCache().findAll({ queryKey: [procedures] }))
    if (state.data !== undefined) patchQuery(queryKey, withItems(state.data, id, change))
}

type Read = { id?: unknown; attachments?: AttachmentItem[]; pages?: unknown[] }

function withItems(data: unknown, id: string, change: Change): unknown {
  if (Array.isArray(data)) return data.map((entry: unknown) => withItems(entry, id, change))
  if (typeof data !== 'object' || data === null) return data
  const { id: readId, attachments, pages } = data as Read
  if (pages) return { ...data, pages: pages.map((page) => withItems(page, id, change)) }
  return readId === id && attachments ? { ...data, attachments: change(attachments) } : data
}
