/**
 * A page of a list, and the query parameters of the next page. `total` is null when counting would cost more than the
 * page.
 */
export type Page<T> = { items: T[]; total: number | null; next: Record<string, string> | null }

type Bounds = { limit?: number | undefined; offset?: number | undefined }

/** Stands for no limit: SQLite allows an OFFSET only after a LIMIT. */
export const NO_LIMIT = 2 ** 31 - 1

/** The LIMIT of a query. It reads one row more than the page, to find out whether more follow. */
export const rowsToRead = (limit: number | undefined) => (limit === undefined ? undefined : limit + 1)

/** The length of a list. `count` is asked only when the rows do not reach from its start to its end. */
export async function totalOf<T extends number | null>(
  rows: unknown[],
  { limit, offset = 0, cursor }: Bounds & { cursor?: string | undefined },
  count: () => Promise<T>,
): Promise<number | T> {
  const isLast = limit === undefined || rows.length <= limit
  const hasPlace = cursor === undefined && (offset === 0 || rows.length > 0)
  return isLast && hasPlace ? offset + rows.length : await count()
}

/** A page of a list that is read by offset. `rows` holds one more than `limit` when more follow. */
export function offsetPage<T>(rows: T[], { limit, offset = 0 }: Bounds, total: number): Page<T> {
  return page(rows, limit, total, (items) => ({ offset: String(offset + items.length) }))
}

/** A page of a list that is read by cursor: the id of its last item. New items do not shift the next page. */
export function cursorPage<T>(rows: T[], { limit }: Bounds, total: number | null, idOf: (item: T) => string): Page<T> {
  return page(rows, limit, total, (items) => ({ cursor: idOf(items.at(-1) as T) }))
}

/** The page of a list of which only the length is known. */
export function pageOfLength(total: number, { limit, offset = 0 }: Bounds): Page<undefined> {
  const rest = Math.max(0, total - offset)
  const length = Math.min(rest, rowsToRead(limit) ?? rest)
  return offsetPage(
    Array.from({ length }, () => undefined),
    { limit, offset },
    total,
  )
}

/** A page of a list that is already in memory. */
export function slicePage<T>(all: T[], { limit, offset = 0 }: Bounds): Page<T> {
  const rows = all.slice(offset, limit === undefined ? undefined : offset + limit + 1)
  return offsetPage(rows, { limit, offset }, all.length)
}

/** The REST headers of a page. `address` and `search` are those of its request. */
export function pageHeaders({ total, next }: Page<unknown>, address: string, search: string): Record<string, string> {
  const count: Record<string, string> = total === null ? {} : { 'X-Total-Count': String(total) }
  if (!next) return count
  const query = new URLSearchParams(search)
  query.delete('offset')
  for (const [name, text] of Object.entries(next)) query.set(name, text)
  return { ...count, Link: `<${address}?${query}>; rel="next"` }
}

function page<T>(
  rows: T[],
  limit: number | undefined,
  total: number | null,
  startOfNext: (items: T[]) => Record<string, string>,
): Page<T> {
  const items = limit === undefined ? rows : rows.slice(0, limit)
  const hasMore = rows.length > items.length
  return { items, total, next: hasMore ? { limit: String(limit), ...startOfNext(items) } : null }
}
