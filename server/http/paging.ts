import type { Page } from '../context.ts'

/** The limit of a list that is to come whole; an offset may stand beside it. */
export const NO_LIMIT = 2 ** 31 - 1

/** How many rows a query should read to show a part of a list and to know whether more follow. */
export const rowsToRead = (limit: number | undefined) => (limit === undefined ? undefined : limit + 1)

type Part = { limit?: number | undefined; offset?: number | undefined }

/** A part of a list whose next part is found by its offset. `rows` holds one more than `limit` when more follow. */
export function offsetPage<T>(rows: T[], { limit, offset = 0 }: Part, total: number): Page<T> {
  const items = limit === undefined ? rows : rows.slice(0, limit)
  const hasMore = rows.length > items.length
  return { items, total, next: hasMore ? { limit: String(limit), offset: String(offset + items.length) } : null }
}

/** A part of a list whose next part is found by the id of its last item: nothing shifts while the list grows. */
export function cursorPage<T>(rows: T[], { limit }: Part, total: number, idOf: (item: T) => string): Page<T> {
  const items = limit === undefined ? rows : rows.slice(0, limit)
  const last = items.at(-1)
  const hasMore = rows.length > items.length && last !== undefined
  return { items, total, next: hasMore ? { limit: String(limit), cursor: idOf(last) } : null }
}

/** A part of a list that is read whole anyway. */
export function slicePage<T>(all: T[], { limit, offset = 0 }: Part): Page<T> {
  const rows = all.slice(offset, limit === undefined ? undefined : offset + limit + 1)
  return offsetPage(rows, { limit, offset }, all.length)
}
