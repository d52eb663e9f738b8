/** A part of a list, and the query parameters that ask for the next part. */
export type Page<T> = { items: T[]; total: number; next: Record<string, string> | null }

type Part = { limit?: number | undefined; offset?: number | undefined }

/** The limit of a whole list, because SQL allows an OFFSET only after a LIMIT. */
export const NO_LIMIT = 2 ** 31 - 1

/** How many rows a query reads to fill a page and to know whether more follow. */
export const rowsToRead = (limit: number | undefined) => (limit === undefined ? undefined : limit + 1)

/** A page of a list that is read by offset. `rows` holds one more than `limit` when more follow. */
export function offsetPage<T>(rows: T[], { limit, offset = 0 }: Part, total: number): Page<T> {
  return page(rows, limit, total, (items) => ({ offset: String(offset + items.length) }))
}

/** A page of a list that is read after the id of its last item, so that new items do not shift it. */
export function cursorPage<T>(rows: T[], { limit }: Part, total: number, idOf: (item: T) => string): Page<T> {
  return page(rows, limit, total, (items) => ({ cursor: idOf(items.at(-1) as T) }))
}

/** A page of a list that is already in memory. */
export function slicePage<T>(all: T[], { limit, offset = 0 }: Part): Page<T> {
  const rows = all.slice(offset, limit === undefined ? undefined : offset + limit + 1)
  return offsetPage(rows, { limit, offset }, all.length)
}

/** The REST headers of a page that was read at an address. */
export function pageHeaders({ total, next }: Page<unknown>, address: string, search: string): Record<string, string> {
  const count = { 'X-Total-Count': String(total) }
  if (!next) return count
  const query = new URLSearchParams(search)
  query.delete('offset')
  for (const [name, text] of Object.entries(next)) query.set(name, text)
  return { ...count, Link: `<${address}?${query}>; rel="next"` }
}

function page<T>(
  rows: T[],
  limit: number | undefined,
  total: number,
  place: (items: T[]) => Record<string, string>,
): Page<T> {
  const items = limit === undefined ? rows : rows.slice(0, limit)
  const hasMore = rows.length > items.length
  return { items, total, next: hasMore ? { limit: String(limit), ...place(items) } : null }
}
