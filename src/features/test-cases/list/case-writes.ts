import type { QueryKey } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { isServerAnswer, messageOf } from '#src/lib/errors.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { toastError } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'
import { pagesKey } from './case-pages.ts'

/** A change that the list shows at once. */
export type Write<Answer> = {
  suiteIds: readonly string[]
  show: () => void
  send: () => Promise<Answer>
  /** Reverts a refused change. Without it, the earlier cache is restored, without later changes. */
  takeBack?: () => void
  /** Shown if the server sends no message; undefined if the caller reports the error itself. */
  failure?: string
}

/**
 * Sends the changes of the list one by one, in order, and shows each at once. A refused change is reverted together
 * with those shown after it. When all are sent, the affected suites are refetched.
 */
export class CaseWrites {
  readonly #projectId: string
  readonly #touched = new Set<string>()
  #last: Promise<unknown> = Promise.resolve()
  #pending = 0
  #isReached = true
  #isWhole = false

  constructor(projectId: string) {
    this.#projectId = projectId
  }

  /** Resolves to the answer. Rejects if the server refuses. */
  async write<Answer>({ suiteIds, show, send, takeBack, failure }: Write<Answer>): Promise<Answer> {
    this.#pending += 1
    for (const id of suiteIds) this.#touched.add(id)
    const keys = [...suiteIds.map((id) => pagesKey(id)), this.#projectKey]
    // An answer in flight does not include the change.
    for (const queryKey of keys) void queryClient.cancelQueries({ queryKey })
    const before = keys.flatMap((queryKey) => queryClient.getQueriesData({ queryKey }))
    show()
    const turn = this.#last.then(send)
    this.#last = turn.catch(() => undefined)
    try {
      const answer = await turn
      this.#isReached = true
      return answer
    } catch (error) {
      this.#isReached = isServerAnswer(error)
      if (takeBack) takeBack()
      else for (const [queryKey, data] of before) queryClient.setQueryData(queryKey, data)
      if (failure !== undefined) toastError(messageOf(error, failure))
      throw error
    } finally {
      this.#pending -= 1
      if (this.#pending === 0) void this.#readTouched()
    }
  }

  /** Refetches suites, or the whole list, as soon as no change is being saved. */
  async refresh(suiteIds?: readonly string[]): Promise<void> {
    for (const id of suiteIds ?? []) this.#touched.add(id)
    if (!suiteIds) this.#isWhole = true
    this.#isReached = true
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
      // If the server was not reached, this read would fail too, and show a second failure.
      ...(this.#isReached ? [this.#projectKey] : []),
      getQueryKey(trpc.projects.list),
      getQueryKey(trpc.testCases.byRef),
      getQueryKey(trpc.testCases.search),
      getQueryKey(trpc.testCases.tags),
      getQueryKey(trpc.testCases.revisions),
    ]
    await Promise.all(all.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  }
}
