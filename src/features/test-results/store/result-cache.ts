import { replaceEqualDeep, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { queryClient } from '#src/lib/query-client.ts'
import { useStore } from '#src/lib/store.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'

type Known = { result: TestResult; askedAt: number }

/** Null: results have changed without being listed. */
type Heard = (results: readonly TestResult[] | null) => void

/** The newest known state of each result of a run, by id. Lists hold ids. */
export class ResultCache {
  /** How often counts of the run came that may include results which are not known here. */
  countsSeen = 0
  readonly #known = new Map<string, Known>()
  readonly #rows = new Map<string, Set<() => void>>()
  readonly #listeners = new Set<Heard>()

  get(id: string | undefined): TestResult | undefined {
    return id === undefined ? undefined : this.#known.get(id)?.result
  }

  /**
   * Keeps the newer state of each result, whatever brought it. Attempts are its version. Attachments and assignees
   * change without an attempt: of two states with the same attempts, the one that was asked for later counts. Returns
   * whether a known result has more attempts than before: counts of the run may lack them.
   */
  take(results: readonly TestResult[], { askedAt = performance.now() } = {}): boolean {
    let hasNewAttempts = false
    for (const result of results) {
      const id = cacheId(result)
      const before = this.#known.get(id)
      const isSameAttempt = before?.result.attempts === result.attempts
      if (before && (isSameAttempt ? askedAt < before.askedAt : result.attempts < before.result.attempts)) continue
      hasNewAttempts ||= before !== undefined && !isSameAttempt
      this.#known.set(id, { result: replaceEqualDeep(before?.result, result), askedAt })
      if (this.get(id) !== before?.result) for (const onChange of this.#rows.get(id) ?? []) onChange()
    }
    return hasNewAttempts
  }

  /** Calls the listener when one result changes. Returns the unsubscribe function. */
  onResult(id: string, listener: () => void): () => void {
    const listeners = this.#rows.get(id) ?? new Set()
    this.#rows.set(id, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#rows.get(id) === listeners) this.#rows.delete(id)
    }
  }

  /** Takes results that have changed, also those that no list shows. */
  takeChanged(results: readonly TestResult[]): void {
    this.take(results)
    if (results.length > 0) for (const listener of this.#listeners) listener(results)
  }

  /** Notes that counts came without the results that they include. */
  noteCounts(): void {
    this.countsSeen += 1
  }

  /** Notes that results have changed without being listed: a filtered list may be stale. */
  noteUnlisted(): void {
    this.noteCounts()
    for (const listener of this.#listeners) listener(null)
  }

  /** Calls the listener with changed results of the run. Returns the unsubscribe function. */
  readonly onChanged = (listener: Heard): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}

/** A result without an id cannot be recorded, but is shown. */
export const cacheId = ({ id, testCase }: TestResult) => id || testCase.id

const cacheQuery = (testRunId: string) => ({
  queryKey: ['results of a run', testRunId],
  queryFn: () => new ResultCache(),
  enabled: false,
  structuralSharing: false,
})

/** The cache of a run. A sign-in or sign-out clears it with the query client, and so does time while nobody uses it. */
export function cacheOf(testRunId: string): ResultCache {
  const { queryKey } = cacheQuery(testRunId)
  return (
    queryClient.getQueryData<ResultCache>(queryKey) ??
    (queryClient.setQueryData(queryKey, new ResultCache()) as ResultCache)
  )
}

/** The cache of a run, kept while the component is mounted. Rows, which are many, use `cacheOf` below it. */
export const useResultCache = (testRunId: string): ResultCache =>
  useQuery({ ...cacheQuery(testRunId), initialData: () => new ResultCache() }).data

/** The newest known state of a result. Renders again only when that changes. */
export function useResult(testRunId: string, id: string | undefined): TestResult | undefined {
  const cache = cacheOf(testRunId)
  const subscribe = useCallback((listener: () => void) => cache.onResult(id ?? '', listener), [cache, id])
  return useStore({ get: () => cache.get(id), subscribe })
}
