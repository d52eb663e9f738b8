import { defaultRangeExtractor, type Range, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import {
  type FocusEvent,
  type RefObject,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useIsPhone } from '../use-is-phone.ts'
import type { Layout, ListedSuite, Place } from './layout.ts'

/** Lists up to this length are rendered whole, so that the browser's search finds every row. */
const SHORT = 120
const OVERSCAN = 12

/** Scrolls a line between the sticky heads and the status strip: as little as needed, or to the upper end. */
export type ScrollTo = (place: Place, align?: 'nearest' | 'start') => void

/** `line` is its index in the layout, `start` in pixels from the top of the suite. */
export type RenderedRow = { key: string; position: number; line: number; start: number }

/** A suite in view, with its rendered rows. */
type RenderedSuite = { suite: ListedSuite; line: number; start: number; size: number; rows: RenderedRow[] }

/** The least height of a row in pixels. */
export type RowHeights = { wide: number; phone: number }

/** As `--suite-head-height`. */
const HEADS: RowHeights = { wide: 28, phone: 36 }

export type VirtualLines = ReturnType<typeof useVirtualLines>

/** The rendered part of a grid that scrolls with the page. Sets the `scroller` of its list. */
export function useVirtualLines(layout: Layout, heights: RowHeights, scroller: RefObject<ScrollTo | null>) {
  const screen = useIsPhone() ? 'phone' : 'wide'
  const [head, row] = [HEADS[screen], heights[screen]]
  const body = useRef<HTMLDivElement>(null)
  // Read when the range changes: a focus in the window renders nothing.
  const focused = useRef<{ layout: Layout; line: number } | null>(null)
  const top = useTopOfPage(body)
  // Stable functions: with a new one, the virtualizer measures 10,000 rows again.
  const estimateSize = useCallback(
    (line: number) => (layout.placeOf(line)?.position === null ? head : row),
    [layout, head, row],
  )
  const getItemKey = useCallback((line: number) => keyOf(layout.placeOf(line)), [layout])
  const virtualizer = useWindowVirtualizer({
    count: layout.length,
    estimateSize,
    getItemKey,
    measureElement: sizeOf,
    overscan: layout.length <= SHORT ? SHORT : OVERSCAN,
    scrollMargin: top,
    rangeExtractor: (range) => withLine(range, focused.current && layout.lineSince(focused.current)),
  })
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, head, row])
  const items = virtualizer.getVirtualItems()
  useScrollAnchor(body, virtualizer, items)
  const extentOf = (line: number) => virtualizer.measurementsCache[line]
  const suites: RenderedSuite[] = []
  for (const { index: line, start } of items) {
    const place = layout.placeOf(line)
    const index = layout.indexAt(line)
    const suite = layout.suites[index]
    if (!place || !suite) continue
    let last = suites.at(-1)
    if (last?.suite !== suite) {
      const first = layout.startOf(index)
      const begin = extentOf(first)?.start ?? 0
      const end = extentOf(layout.startOf(index + 1) - 1)?.end ?? begin
      last = { suite, line: first, start: begin - top, size: end - begin, rows: [] }
      suites.push(last)
    }
    const { position } = place
    if (position !== null) last.rows.push({ key: keyOf(place), position, line, start: start - top - last.start })
  }
  const scrollTo: ScrollTo = (place, align) => {
    const extent = extentOf(layout.lineOf(place) ?? -1)
    if (body.current && extent) scrollToExtent(body.current, extent, align)
  }
  useImperativeHandle(scroller, () => scrollTo)
  return {
    body,
    rowHeight: row,
    suites,
    height: virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
    /** Keeps the row with the focus rendered: text typed there must survive scrolling away. */
    onFocus: ({ target }: FocusEvent) => {
      const line = target.closest<HTMLElement>('[data-index]')?.dataset['index']
      focused.current = line === undefined ? null : { layout, line: Number(line) }
    },
  }
}

const keyOf = (place: Place | undefined) => `${place?.suiteId} ${place?.position ?? 'head'}`

/** The element's distance from the top of the page, in pixels. */
function useTopOfPage(ref: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      if (ref.current) setTop(Math.round(ref.current.getBoundingClientRect().top + window.scrollY))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [ref])
  return top
}

/** The body's scroll margins keep the sticky heads and the strip free. */
function scrollToExtent(body: HTMLElement, { start, end }: { start: number; end: number }, align = 'nearest'): void {
  const { scrollMarginTop, scrollMarginBottom } = getComputedStyle(body)
  const top = window.scrollY + parseFloat(scrollMarginTop)
  const bottom = window.scrollY + window.innerHeight - parseFloat(scrollMarginBottom)
  const shift = align === 'start' || start < top ? start - top : end > bottom ? end - bottom : 0
  if (shift !== 0) window.scrollBy({ top: shift, behavior: 'instant' })
}

function withLine(range: Range, line: number | null | undefined): number[] {
  const lines = defaultRangeExtractor(range)
  if (line === null || line === undefined || lines.includes(line)) return lines
  return [...lines, line].toSorted((a, b) => a - b)
}

/** Keeps the estimated size until the observer reports: reading it here would force a layout. */
function sizeOf(element: Element, entry: ResizeObserverEntry | undefined, list: Virtualizer<Window, Element>): number {
  const size = entry?.borderBoxSize[0]?.blockSize
  return size ? Math.round(size) : list.options.estimateSize(list.indexFromElement(element))
}

type Row = { key: unknown; index: number; start: number; end: number }
type Seen = { rows: Row[]; scrollY: number; height: number }

/**
 * Keeps the focused row at its position in the window when content above it grows or shrinks. It asks the window for its
 * scroll position only after such a change, because that forces a layout. Otherwise it uses that of the last scroll event.
 */
function useScrollAnchor(list: RefObject<HTMLElement | null>, virtualizer: Virtualizer<Window, Element>, rows: Row[]) {
  const last = useRef<Seen | null>(null)
  useLayoutEffect(() => {
    let scrollY = virtualizer.scrollOffset ?? 0
    const row = focusedRow(list.current, rows)
    const before = row && last.current && seenInWindow(last.current, row.key)
    if (before && before.start !== row.start) {
      // The browser or the list may already have scrolled by part of the shift.
      const remaining = row.start - before.start - (window.scrollY - before.scrollY)
      if (remaining !== 0) window.scrollBy({ top: remaining, behavior: 'instant' })
      scrollY = window.scrollY
    }
    last.current = { rows, scrollY, height: virtualizer.scrollRect?.height ?? 0 }
  })
}

function seenInWindow({ rows, scrollY, height }: Seen, key: unknown) {
  const row = rows.find((each) => each.key === key)
  return row && row.end > scrollY && row.start < scrollY + height ? { start: row.start, scrollY } : undefined
}

function focusedRow(list: HTMLElement | null, rows: Row[]): Row | undefined {
  const { activeElement } = document
  const index = list?.contains(activeElement) && activeElement?.closest<HTMLElement>('[data-index]')?.dataset['index']
  return index ? rows.find((row) => row.index === Number(index)) : undefined
}
