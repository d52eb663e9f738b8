import { useCallback } from 'react'
import { useLocation, useSearch } from 'wouter'

/** The text of the search in the address, `?q=…`. `replace` keeps the history entry, for text that is being typed. */
export function useCaseFilter() {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const filter = new URLSearchParams(search).get('q')?.trim() ?? ''
  const setFilter = useCallback(
    (text: string, { replace = false } = {}) => {
      const others = new URLSearchParams(search)
      others.delete('q')
      const parts = [others.toString(), text.trim() === '' ? '' : `q=${readable(text.trim())}`].filter(Boolean)
      const url = parts.length === 0 ? path : `${path}?${parts.join('&')}`
      if (url !== `${path}${search && `?${search}`}`) navigate(url, { replace })
    },
    [navigate, path, search],
  )
  return { filter, setFilter }
}

/** Encodes a query, except for the signs of its grammar that a URL may have as they are. */
const readable = (query: string) => encodeURIComponent(query).replaceAll('%3A', ':').replaceAll('%2C', ',')
