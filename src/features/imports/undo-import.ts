import { getQueryKey } from '@trpc/react-query'
import type { Import, ImportUndone } from '#shared/imports/import.ts'
import { messageOf } from '#src/lib/errors.ts'
import { formatCount } from '#src/lib/format.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { trpcClient } from '#src/lib/trpc-client.ts'
import { toastError, withdrawAction } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'
import { refreshProject } from '../trash/deletions.ts'

/** Undoes an import. Resolves to what that changed, or to null after a toast. */
export async function undoImport(projectId: string, { id }: Import): Promise<ImportUndone | null> {
  try {
    return await trpcClient.imports.undo.mutate({ id: projectId, importId: id })
  } catch (error) {
    toastError(messageOf(error, 'Failed to undo the import'))
    return null
  } finally {
    withdrawAction(id)
    await refreshImported(projectId)
  }
}

/** Refetches what an import changes. */
export async function refreshImported(projectId: string): Promise<void> {
  await Promise.all([refreshProject(projectId), queryClient.invalidateQueries({ queryKey: getQueryKey(trpc.imports) })])
}

/** 'The 12 new cases went to the trash, 3 have their former content again. 1 was changed since and stays.' */
export function undoneText({ trashed, restored, left }: ImportUndone): string {
  const parts = [
    trashed > 0 && `${formatCount(trashed, 'new case')} went to the trash`,
    restored > 0 && `${formatCount(restored, 'case')} got back the former content`,
    left > 0 && `${formatCount(left, 'case')} stayed, because of later changes`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? 'It had changed nothing.' : `${parts.join('. ')}.`
}
