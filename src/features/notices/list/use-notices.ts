import { type Notice, NOTICES_MAX } from '#shared/notices/notice.ts'
import { messageOf } from '#src/lib/errors.ts'
import { toastError } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'

const LIST = { limit: NOTICES_MAX }

export function useNotices() {
  const { notices } = trpc.useUtils()
  const onSettled = () => notices.invalidate()
  const onError = (error: unknown) => toastError(messageOf(error, 'Failed to mark as read'))
  const { data, error, refetch } = trpc.notices.list.useQuery(LIST, { staleTime: 0 })
  const read = trpc.notices.read.useMutation({ onSettled, onError })
  const readAll = trpc.notices.readAll.useMutation({ onSettled, onError })
  return {
    notices: data,
    error: error && !data ? messageOf(error, 'The notifications could not be read') : null,
    retry: () => void refetch(),
    read: ({ id, readAt }: Notice) => readAt === null && read.mutate({ id }),
    readAll: () => readAll.mutate(),
  }
}
