import { defaultRangeExtractor, type Range, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, type RefObject, useCallback, useState } from 'react'
import type { GroupedLayout } from './grouped-layout.ts'
import { useScrollAnchor } from './use-scroll-anchor.ts'
import { useTopOfPage } from './use-top-of-page.ts'

/** Lists up to this length are rendered whole, so that the browser's search finds every row. */
const SHORT = 120
const OVERSCAN = 12

type Extent = { key: string; index: number; start: number; size: number }

/** A group of which something is rendered: its place on the page, and the places of its rows in it. */
type RenderedGroup = Extent & { group: number; rows: (Extent & { row: number })[] }

type Sizes = { head: number; row: number }

/** The rendered part of a grid that scrolls with the page. Sizes are estimates in pixels, until rows are measured. */
export function useGroupedVirtualizer(layout: GroupedLayout, sizes: Sizes, body: RefObject<HTMLDivElement | null>) {
  const [focused, setFocused] = useState<number | null>(null)
  const top = useTopOfPage(body)
  // The same functions as long as the list: a new one measures 10,000 rows again.
  const { head, row } = sizes
  const estimateSize = useCallback((index: number) => (layout.at(index).row === null ? head : row), [layout, head, row])
  const getItemKey = useCallback((index: number) => layout.keyAt(index), [layout])
  const virtualizer = useWindowVirtualizer({
    count: layout.length,
    estimateSize,
    getItemKey,
    measureElement: sizeOf,
    overscan: layout.length <= SHORT ? SHORT : OVERSCAN,
    scrollMargin: top,
    rangeExtractor: (range) => withFocused(range, focused),
  })
  const items = virtualizer.getVirtualItems()
  useScrollAnchor(body, items)
  const placeOf = (index: number) => virtualizer.measurementsCache[index]
  const groups: RenderedGroup[] = []
  for (const { index, start, size } of items) {
    const { group, row } = layout.at(index)
    let last = groups.at(-1)
    if (last?.group !== group) {
      const head = layout.indexOfHead(group)
      const begin = placeOf(head)?.start ?? 0
      const end = placeOf(layout.indexOfHead(group + 1) - 1)?.end ?? begin
      last = { group, key: layout.keyAt(head), index: head, start: begin - top, size: end - begin, rows: [] }
      groups.push(last)
    }
    if (row !== null) last.rows.push({ row, key: layout.keyAt(index), index, start: start - top - last.start, size })
  }
  return {
    groups,
    height: virtualizer.getTotalSize(),
    /** Where an item begins and ends on the page, in pixels. */
    placeOf,
    measure: virtualizer.measureElement,
    /** Keeps the row with the focus rendered: text typed there must survive scrolling away. */
    onFocus: ({ target }: FocusEvent) => {
      const index = target.closest<HTMLElement>('[data-index]')?.dataset['index']
      setFocused(index === undefined ? null : Number(index))
    },
  }
}

function withFocused(range: Range, focused: number | null): number[] {
  const indexes = defaultRangeExtractor(range)
  if (focused === null || focused >= range.count || indexes.includes(focused)) return indexes
  return [...indexes, focused].toSorted((a, b) => a - b)
}

/** A new row has its estimated size until its observer reports: to ask for it would lay out the page at once. */
function sizeOf(element: Element, entry: ResizeObserverEntry | undefined, list: Virtualizer<Window, Element>): number {
  const size = entry?.borderBoxSize[0]?.blockSize
  return size ? Math.round(size) : list.options.estimateSize(list.indexFromElement(element))
}
