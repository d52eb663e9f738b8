import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { messageOf } from '#src/lib/errors.ts'
import { toastError } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'
import { pagesKey } from './case-pages.ts'

/** A change that the list shows at once. */
export type Write<Answer> = {
  /** The suites whose cases change. */
  suiteIds: readonly string[]
  /** Changes the cache as the server will. */
  show: () => void
  send: () => Promise<Answer>
  /** Takes a refused change out of the cache. Without it, everything is as it was before, later changes included. */
  takeBack?: () => void
  /** Shown when the server gives no message; undefined for a caller who reports the error itself. */
  failure?: string
}

/**
 * Sends the changes of the list one after another, in the order in which they were made, and shows each at once. A
 * refused change is taken back with those shown after it; when all are sent, what they touched is read again.
 */
export class CaseWrites {
  readonly #queryClient: QueryClient
  readonly #projectId: string
  readonly #touched = new Set<string>()
  #last: Promise<unknown> = Promise.resolve()
  #pending = 0
  #isWhole = false

  constructor(queryClient: QueryClient, projectId: string) {
    this.#queryClient = queryClient
    this.#projectId = projectId
  }

  /** Resolves to the answer. Rejects when the server refuses. */
  async write<Answer>({ suiteIds, show, send, takeBack, failure }: Write<Answer>): Promise<Answer> {
    this.#pending += 1
    for (const id of suiteIds) this.#touched.add(id)
    const keys = [...suiteIds.map((id) => pagesKey(id)), this.#projectKey]
    // An answer that is on its way does not know the change.
    for (const queryKey of keys) void this.#queryClient.cancelQueries({ queryKey })
    const before = keys.flatMap((queryKey) => this.#queryClient.getQueriesData({ queryKey }))
    show()
    const turn = this.#last.then(send)
    this.#last = turn.catch(() => undefined)
    try {
      return await turn
    } catch (error) {
      if (takeBack) takeBack()
      else for (const [queryKey, data] of before) this.#queryClient.setQueryData(queryKey, data)
      if (failure !== undefined) toastError(messageOf(error, failure))
      throw error
    } finally {
      this.#pending -= 1
      if (this.#pending === 0) void this.#readTouched()
    }
  }

  /** Reads suites again, or the whole list, as soon as no change is on its way. */
  async refresh(suiteIds?: readonly string[]): Promise<void> {
    for (const id of suiteIds ?? []) this.#touched.add(id)
    if (!suiteIds) this.#isWhole = true
    if (this.#pending === 0) await this.#readTouched()
  }

  get #projectKey(): QueryKey {
    return getQueryKey(trpc.projects.overview, { id: this.#projectId }, 'query')
  }

  async #readTouched(): Promise<void> {
    const keys = this.#isWhole ? [pagesKey()] : [...this.#touched].map((id) => pagesKey(id))
    this.#touched.clear()
    this.#isWhole = false
    const all = [
      ...keys,
      this.#projectKey,
      getQueryKey(trpc.projects.list),
      getQueryKey(trpc.testCases.byRef),
      getQueryKey(trpc.testCases.search),
      getQueryKey(trpc.testCases.tags),
      getQueryKey(trpc.testCases.revisions),
    ]
    await Promise.all(all.map((queryKey) => this.#queryClient.invalidateQueries({ queryKey })))
  }
}
