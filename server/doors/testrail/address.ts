/** A call as its address names it: `?/api/v2/get_case/12&limit=5`. */
export type Address = { method: string; ids: string[]; query: URLSearchParams }

const API = /^\/*api\/v2\//

/**
 * Reads the query string of a request. Callers double or add slashes, encode all of it, or let a library append an
 * empty value. Undefined for other queries. Throws URIError for a malformed percent-encoding.
 */
export function addressOf(search: string): Address | undefined {
  const text = /^[^&=]*%2f/i.test(search) ? decodeURIComponent(search) : search
  if (!API.test(text)) return undefined
  const [, path = '', parameters = ''] = /^([^&?]*)[&?]?(.*)$/s.exec(text.replace(API, '')) ?? []
  const [method = '', ...ids] = decodeURIComponent(path.replace(/=$/, '')).split('/').filter(Boolean)
  return { method, ids, query: new URLSearchParams(parameters) }
}

/** A page of the original, which callers print: `?/runs/view/5`. */
export type PageAddress = { noun: string; number: number }

export function pageAddressOf(search: string): PageAddress | undefined {
  const [, noun, number] = /^\/*(runs|tests|cases|suites|projects)\/(?:view|overview)\/(\d{1,10})\b/.exec(search) ?? []
  return noun === undefined ? undefined : { noun, number: Number(number) }
}

/** The address of the next or previous page, as callers append it to `index.php?`. Filters stay in it. */
export function linkTo({ method, ids, query }: Address, limit: number, offset: number): string {
  const filters = [...query].filter(([name]) => name !== 'limit' && name !== 'offset')
  const parameters = [...filters, ['limit', String(limit)], ['offset', String(offset)]] as [string, string][]
  return `/api/v2/${[method, ...ids].join('/')}&${new URLSearchParams(parameters)}`
}
