import { useCallback, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { readableInUrl } from '#src/lib/readable-url.ts'
import { formatResultFilter, readResultFilter, type ResultFilter } from '../store/result-filter.ts'

/** The filter in the URL. `replace` keeps the history entry, for text that is still being typed. */
export function useResultFilter(testRunId: string) {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const filter = useMemo(() => {
    const given = new URLSearchParams(search)
    // Links of earlier versions have the status in a parameter of its own.
    const status = given.get('status')
    return readResultFilter([given.get('q') ?? '', status === null ? '' : `status:${status}`].join(' '))
  }, [search])
  const setFilter = useCallback(
    (next: ResultFilter, { replace = false } = {}) => {
      const given = new URLSearchParams(search)
      given.delete('status')
      given.delete('q')
      given.set('tab', 'runs')
      given.set('run', testRunId)
      const query = formatResultFilter(next)
      const url = `${path}?${given}${query === '' ? '' : `&q=${readableInUrl(query)}`}`
      if (url !== `${path}?${search}`) navigate(url, { replace })
    },
    [navigate, path, search, testRunId],
  )
  return { filter, setFilter }
}
