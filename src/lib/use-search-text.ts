import { useCallback } from 'react'
import { useLocation, useSearch } from 'wouter'
import { readableInUrl } from './readable-url.ts'

/** The search text in the address, `?q=…`. `replace` keeps the history entry while the user types. */
export function useSearchText() {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const filter = new URLSearchParams(search).get('q')?.trim() ?? ''
  const setFilter = useCallback(
    (text: string, { replace = false } = {}) => {
      const others = new URLSearchParams(search)
      others.delete('q')
      const parts = [others.toString(), text.trim() === '' ? '' : `q=${readableInUrl(text.trim())}`].filter(Boolean)
      const url = parts.length === 0 ? path : `${path}?${parts.join('&')}`
      if (url !== `${path}${search && `?${search}`}`) navigate(url, { replace })
    },
    [navigate, path, search],
  )
  return { filter, setFilter }
}
