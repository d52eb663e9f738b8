import type { AttachmentItem } from '#shared/attachments/attachment.ts'
import { patchQuery } from '#src/lib/live/fresh-queries.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { knownResults, showResults } from '../test-results/store/run-changes.ts'
import type { AttachmentOwner } from './owner.ts'

type Change = (items: readonly AttachmentItem[]) => AttachmentItem[]

/** Shows other attachments of an owner at once, wherever it is read. The live stream brings those of results too. */
export function showAttachments(owner: AttachmentOwner, change: Change): void {
  if ('testCaseId' in owner) {
    // As in pages of cases, in a case by itself, and in pages that are read one after another.
    patchAll(['testCases'], owner.testCaseId, change)
    return
  }
  const { testRunId, resultId } = owner
  patchAll(['testCases', 'results'], resultId, change)
  const result = knownResults(queryClient, testRunId, new Set([resultId])).get(resultId)
  if (result) showResults(queryClient, testRunId, [{ ...result, attachments: change(result.attachments) }])
}

type Read = { id?: unknown; attachments?: AttachmentItem[]; pages?: unknown[] }

function patchAll(procedures: string[], id: string, change: Change): void {
  for (const { queryKey, state } of queryClient.getQueryCache().findAll({ queryKey: [procedures] }))
    if (state.data !== undefined) patchQuery(queryClient, queryKey, withItems(state.data, id, change))
}

function withItems(data: unknown, id: string, change: Change): unknown {
  if (Array.isArray(data)) return data.map((entry: unknown) => withItems(entry, id, change))
  if (typeof data !== 'object' || data === null) return data
  const { id: readId, attachments, pages } = data as Read
  if (pages) return { ...data, pages: pages.map((page) => withItems(page, id, change)) }
  return readId === id && attachments ? { ...data, attachments: change(attachments) } : data
}
