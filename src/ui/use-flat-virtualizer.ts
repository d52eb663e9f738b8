import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, type RefObject, useLayoutEffect, useState } from 'react'
import { useTopOfPage } from './use-top-of-page.ts'

/** Lists up to this length are rendered whole, so that the browser's search finds every row. */
const SHORT = 120
const OVERSCAN = 12

type Options = {
  count: number
  /** The height of each row, in pixels. */
  size: number
  keyOf: (row: number) => string | number
  body: RefObject<HTMLDivElement | null>
}

/** The rendered part of a list of rows of one height that scrolls with the page. */
export function useFlatVirtualizer({ count, size, keyOf, body }: Options) {
  const [focused, setFocused] = useState<number | null>(null)
  const top = useTopOfPage(body)
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => size,
    getItemKey: keyOf,
    overscan: count <= SHORT ? SHORT : OVERSCAN,
    scrollMargin: top,
    rangeExtractor: (range) => {
      const rows = defaultRangeExtractor(range)
      return focused === null || focused >= count || rows.includes(focused)
        ? rows
        : [...rows, focused].toSorted((a, b) => a - b)
    },
  })
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, size])
  return {
    /** `start`: pixels from the top of the list. */
    items: virtualizer.getVirtualItems().map(({ index }) => ({ index, start: index * size })),
    height: count * size,
    /** Where a row begins and ends on the page, in pixels. */
    placeOf: (row: number) => ({ start: top + row * size, end: top + (row + 1) * size }),
    /** Keeps the row with the focus rendered. */
    onFocus: ({ target }: FocusEvent) => {
      const index = target.closest<HTMLElement>('[data-index]')?.dataset['index']
      setFocused(index === undefined ? null : Number(index))
    },
  }
}
