import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import { Layout } from '#src/ui/grid/layout.ts'
import { placeOfCase } from '../../../test-cases/list/case-pages.ts'
import classes from './choices.module.css'
import { PickRow, PickSuite } from './pick-row.tsx'

const ROW = 28
const OVERSCAN = 8
/** More matches are read this many rows before the end of the list. */
const NEAR_END = 20
const PAGE = 8

/** A suite with the cases of a search; null: all of its cases, which load when they are shown. */
type PickGroup = { suite: TestSuiteListItem; cases: readonly TestCase[] | null }

type Props = {
  groups: readonly PickGroup[]
  isOld: boolean
  ticked: ReadonlySet<string>
  onToggle: (id: string) => void
  onToggleSuite: (suiteId: string) => void
  onEnd: () => void
}

/** A long list of cases to tick. Tab enters and leaves it, arrows move within it. */
export function PickList({ groups, isOld, ticked, onToggle, onToggleSuite, onEnd }: Props) {
  const rows = useMemo(
    () =>
      new Layout(
        groups.map(({ suite, cases }) => ({
          id: suite.id,
          count: cases?.length ?? suite.testCaseCount,
          isOpen: true,
        })),
      ),
    [groups],
  )
  /** The row of the first ticked case: the list opens there. */
  const [first] = useState(() => {
    const [id] = ticked
    const place = id === undefined ? undefined : placeOfCase(id)
    return (place && rows.lineOf(place)) ?? 0
  })
  const [active, setActive] = useState(first)
  const current = Math.min(active, rows.length - 1)
  const wantsFocus = useRef(false)
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    initialOffset: Math.max(0, first - 1) * ROW,
    overscan: OVERSCAN,
    // The focused row stays rendered when it is scrolled away.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), current])].toSorted((a, b) => a - b),
  })
  const items = virtualizer.getVirtualItems()
  const isNearEnd = (virtualizer.range?.endIndex ?? 0) >= rows.length - NEAR_END
  useEffect(() => {
    if (isNearEnd) onEnd()
  }, [isNearEnd, rows, onEnd])
  useLayoutEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    scroller.current
      ?.querySelector<HTMLElement>(`[data-index="${current}"] :is(input, button)`)
      ?.focus({ preventScroll: true })
  })
  const goTo = (row: number) => {
    const next = Math.max(0, Math.min(row, rows.length - 1))
    wantsFocus.current = true
    virtualizer.scrollToIndex(next)
    setActive(next)
  }
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const steps: Record<string, number> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + PAGE,
      PageUp: current - PAGE,
      Home: 0,
      End: rows.length - 1,
    }
    const next = steps[event.key]
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    goTo(next)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its rows bubble
    <div
      ref={scroller}
      role="group"
      aria-label="Cases to run"
      className={`${classes.list} ${classes.picks}`}
      data-old={isOld || undefined}
      aria-busy={isOld}
      onKeyDown={press}
    >
      <div style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const place = rows.placeOf(index)
          const group = place && groups[rows.indexAt(index)]
          if (!group) return null
          return (
            <div
              key={place.position === null ? group.suite.id : `${group.suite.id} ${place.position}`}
              data-index={index}
              className={classes.pick}
              style={{ transform: `translateY(${start}px)` }}
              onFocus={() => setActive(index)}
            >
              {place.position === null ? (
                <PickSuite suite={group.suite} isCurrent={index === current} onToggle={onToggleSuite} />
              ) : (
                <PickRow
                  suite={group.suite}
                  position={place.position}
                  match={group.cases?.[place.position]}
                  ticked={ticked}
                  isCurrent={index === current}
                  onToggle={onToggle}
                />
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}
