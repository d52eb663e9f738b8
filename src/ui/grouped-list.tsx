import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { type Group, GroupedLayout } from './grouped-layout.ts'
import classes from './grouped-list.module.css'
import { useScrollAnchor } from './use-scroll-anchor.ts'
import { useTopOfPage } from './use-top-of-page.ts'

type Props = {
  groups: Group[]
  renderHead: (group: number) => ReactNode
  renderRow: (group: number, row: number) => ReactNode
  /** Estimated heights in pixels, used until rows are measured. */
  headHeight: number
  rowHeight: number
}

/** Lists up to this length are rendered whole, so that the browser's search finds every row. */
const SHORT = 120
const OVERSCAN = 12

/** Groups of rows that scroll with the page. Long lists are virtualized. */
export function GroupedList({ groups, renderHead, renderRow, headHeight, rowHeight }: Props) {
  const ref = useRef<HTMLDivElement>(null)
  const layout = useMemo(() => new GroupedLayout(groups), [groups])
  const [focused, setFocused] = useState<number | null>(null)
  const virtualizer = useWindowVirtualizer({
    count: layout.length,
    estimateSize: (index) => (layout.at(index).row === null ? headHeight : rowHeight),
    getItemKey: (index) => layout.keyAt(index),
    overscan: layout.length <= SHORT ? SHORT : OVERSCAN,
    scrollMargin: useTopOfPage(ref),
    rangeExtractor: (range) => withFocused(range, focused),
  })
  const rows = virtualizer.getVirtualItems()
  useScrollAnchor(ref, rows)
  const follow = ({ target }: FocusEvent) => {
    const index = target.closest<HTMLElement>('[data-index]')?.dataset['index']
    setFocused(index === undefined ? null : Number(index))
  }
  return (
    <div ref={ref} className={classes.list} style={{ height: virtualizer.getTotalSize() }} onFocus={follow}>
      {rows.map(({ key, index, start }) => {
        const { group, row } = layout.at(index)
        return (
          <div
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            data-last={layout.isLastOfGroup(index) || undefined}
            className={row === null ? classes.head : classes.row}
            style={{ transform: `translateY(${start - virtualizer.options.scrollMargin}px)` }}
          >
            <div className={classes.content}>{row === null ? renderHead(group) : renderRow(group, row)}</div>
          </div>
        )
      })}
    </div>
  )
}

/** Also renders the focused row: text typed there must survive scrolling away. */
function withFocused(range: Range, focused: number | null): number[] {
  const indexes = defaultRangeExtractor(range)
  if (focused === null || focused >= range.count || indexes.includes(focused)) return indexes
  return [...indexes, focused].toSorted((a, b) => a - b)
}
