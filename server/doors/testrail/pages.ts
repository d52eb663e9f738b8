import { type Address, linkTo } from './address.ts'
import { refusal } from './door.ts'

const PAGE_MAX = 250

export type Part = { limit: number; offset: number }

/** The page that a call wants. A larger limit is clipped; callers send 0 for the standard one. */
export function partOf({ query }: Address): Part {
  const limit = countIn(query.get('limit'), 'limit') || PAGE_MAX
  return { limit: Math.min(limit, PAGE_MAX), offset: countIn(query.get('offset'), 'offset') }
}

function countIn(text: string | null, field: string): number {
  if (text === null || text === '') return 0
  if (!/^\d{1,9}$/.test(text)) throw refusal(`Field :${field} is not a valid number.`)
  return Number(text)
}

/** A page with its links. `rows` may hold one more than the page, to tell that more follow. */
export function pageOf(address: Address, { limit, offset }: Part, noun: string, rows: object[], hasMore: boolean) {
  return {
    offset,
    limit,
    size: rows.length,
    _links: {
      next: hasMore ? linkTo(address, limit, offset + rows.length) : null,
      prev: offset > 0 ? linkTo(address, limit, Math.max(0, offset - limit)) : null,
    },
    [noun]: rows,
  }
}

export function cut<T>(all: T[], { limit, offset }: Part): { rows: T[]; hasMore: boolean } {
  return { rows: all.slice(offset, offset + limit), hasMore: all.length > offset + limit }
}
