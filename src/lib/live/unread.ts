import { getQueryKey } from '@trpc/react-query'
import type { NoticesMessage } from '#shared/live/live.ts'
import { queryClient } from '../query-client.ts'
import { trpc } from '../trpc.ts'

/** Shows how many notices are unread, and reads the list again if it is open. */
export function showUnread({ unread }: NoticesMessage): void {
  queryClient.setQueryData(getQueryKey(trpc.notices.unread, undefined, 'query'), { unread })
  void queryClient.invalidateQueries({ queryKey: getQueryKey(trpc.notices.list) })
}
