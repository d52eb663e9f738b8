import type { ReactNode } from 'react'
import { messageOf } from '#src/lib/errors.ts'
import { RowError } from './row-error.tsx'
import { RowsSkeleton } from './rows-skeleton.tsx'

export type Fetchable<T> = { data: T | undefined; error: unknown; refetch: () => unknown }

type Props<T> = {
  query: Fetchable<T>
  /** Shown if the server sends no message. */
  failure: string
  /** Of the skeleton: its rows, and the height of each. */
  rows?: number
  height?: number
  children: (data: T) => ReactNode
}

/** A part of a page with data of its own: until they are there a skeleton, or the error and a button to retry. */
export function Fetched<T>({ query, failure, rows = 1, height = 28, children }: Props<T>) {
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  if (error) return <RowError message={messageOf(error, failure)} onRetry={() => void refetch()} />
  return <RowsSkeleton rows={rows} height={height} />
}
