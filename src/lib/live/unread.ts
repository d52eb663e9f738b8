import type { QueryClient } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import type { NoticesMessage } from '#shared/live/live.ts'
import { trpc } from '../trpc.ts'

/** Shows how many notices are unread, and reads the list again if it is open. */
export function showUnread(queryClient: QueryClient, { unread }: NoticesMessage): void {
  queryClient.setQueryData(getQueryKey(trpc.notices.unread, undefined, 'query'), { unread })
  void queryClient.invalidateQueries({ queryKey: getQueryKey(trpc.notices.list) })
}
