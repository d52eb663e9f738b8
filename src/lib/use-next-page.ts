import { useState } from 'react'
import { messageOf } from './errors.ts'
import { toastError } from './toast.ts'

/** The part of an infinite query in use. */
type PagedQuery = {
  data: { pages: unknown[] } | undefined
  fetchNextPage: (options: { cancelRefetch: boolean }) => Promise<PageAnswer>
}

type PageAnswer = {
  data: { pages: unknown[] } | undefined
  error: unknown
  isError: boolean
  hasNextPage: boolean
}

/** Loads the next page of a list on a click. A failure is shown in a toast: the list stays as it is. */
export function useNextPage({ data, fetchNextPage }: PagedQuery, failure: string) {
  const [isLoading, setLoading] = useState(false)
  const load = async () => {
    setLoading(true)
    const before = data?.pages.length ?? 0
    let answer
    // A refetch that is running, or begins meanwhile, answers in place of the page.
    do answer = await fetchNextPage({ cancelRefetch: false })
    while (!answer.isError && answer.hasNextPage && (answer.data?.pages.length ?? 0) <= before)
    setLoading(false)
    if (answer.isError) toastError(messageOf(answer.error, failure))
  }
  return { isLoading, load: () => void load() }
}
