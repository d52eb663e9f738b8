import { createContext, type ReactNode, useCallback, useContext, useLayoutEffect, useRef } from 'react'
import { type ShownList, showList } from './shown-list.ts'

/** How the screen around a list and its rows share it. */
export function createListContext<List extends ShownList>() {
  const Current = createContext<List | null>(null)
  const Latest = createContext<{ readonly current: List | null }>({ current: null })
  function ListProvider({ list, children }: { list: List; children: ReactNode }) {
    const latest = useRef<List | null>(null)
    useLayoutEffect(() => {
      latest.current = list
      return showList(list)
    }, [list])
    return (
      <Latest value={latest}>
        <Current value={list}>{children}</Current>
      </Latest>
    )
  }
  return {
    /** Provides a list to the components inside, and to the keys. */
    ListProvider,
    /** The list, rendered again when it changes. Rows use `useLatest` instead. */
    useList: () => provided(useContext(Current)),
    /** Returns a function for the list as it is when called, for handlers. It renders nothing again. */
    useLatest: () => {
      const latest = useContext(Latest)
      // oxlint-disable-next-line react/preserve-manual-memoization -- effects depend on the function
      return useCallback(() => provided(latest.current), [latest])
    },
  }
}

function provided<List>(list: List | null): List {
  if (!list) throw new Error('The list has no provider')
  return list
}
