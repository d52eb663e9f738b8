import { createContext, type ReactNode, useCallback, useContext, useLayoutEffect, useRef } from 'react'
import { forgetCursor } from './cursor.ts'
import { clearSelection } from './selection.ts'
import { type ShownList, showList } from './shown-list.ts'

/** The list of a screen. When it is unmounted, no row is current or selected. */
export function createListContext<List extends ShownList>() {
  const Current = createContext<List | null>(null)
  const Latest = createContext<{ readonly current: List | null }>({ current: null })
  function ListProvider({ list, children }: { list: List; children: ReactNode }) {
    const latest = useRef<List | null>(null)
    useLayoutEffect(() => {
      latest.current = list
      return showList(list)
    }, [list])
    useLayoutEffect(() => leaveList, [])
    return (
      <Latest value={latest}>
        <Current value={list}>{children}</Current>
      </Latest>
    )
  }
  return {
    ListProvider,
    /** The list. Re-renders when it changes; rows use `useLatest` instead. */
    useList: () => provided(useContext(Current)),
    /** Returns a function that gets the current list, for handlers. It causes no re-render. */
    useLatest: () => {
      const latest = useContext(Latest)
      // oxlint-disable-next-line react/preserve-manual-memoization -- effects depend on the function
      return useCallback(() => provided(latest.current), [latest])
    },
  }
}

function leaveList(): void {
  forgetCursor()
  clearSelection()
}

function provided<List>(list: List | null): List {
  if (!list) throw new Error('The list has no provider')
  return list
}
