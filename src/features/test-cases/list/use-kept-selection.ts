import { useEffect, useRef } from 'react'
import { codeOf } from '#src/lib/errors.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { trpcClient } from '#src/lib/trpc-client.ts'
import { deselect, selectedIds } from '../../keys/selection.ts'
import type { CaseList } from './case-list.tsx'
import { isPageOfCases, loadedIds } from './case-pages.ts'

/** Cases that left the list at once are asked for up to this number. */
const ASKED = 100

/** Deleted cases leave the selection: every act on it would be refused because of them. */
export function useKeptSelection({ allSuites }: CaseList): void {
  const seen = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const check = () => {
      const loaded = loadedIds(new Set(allSuites.map(({ id }) => id)))
      const lost = selectedIds().filter((id) => seen.current.has(id) && !loaded.has(id))
      seen.current = loaded
      for (const id of lost.slice(0, ASKED)) void deselectDeleted(id)
    }
    check()
    return queryClient.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'updated' && isPageOfCases(query.queryKey)) check()
    })
  }, [allSuites])
}

/** A case may also have moved to a page that is not loaded. */
async function deselectDeleted(id: string): Promise<void> {
  try {
    await trpcClient.testCases.get.query({ id })
  } catch (error) {
    if (codeOf(error) === 'NOT_FOUND') deselect(id)
  }
}
