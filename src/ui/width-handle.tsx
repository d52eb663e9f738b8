import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { isCombined } from './move-by-key.ts'
import classes from './width-handle.module.css'
import { MAX_WIDTH, MIN_WIDTH, setPanelWidth, usePanel } from './panel-state.ts'

const STEP = 20

/** The left edge of the panel, which can be dragged or moved by arrow keys. */
export function WidthHandle() {
  const { width } = usePanel()
  /** The offset of the pointer from the edge. */
  const grip = useRef(0)
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const { currentTarget: handle, pointerId } = event
    if (!handle.hasPointerCapture(pointerId)) return
    const panel = handle.parentElement?.getBoundingClientRect()
    if (panel) setPanelWidth(panel.right - event.clientX + grip.current)
  }
  const press = (event: KeyboardEvent) => {
    const next = { ArrowLeft: width + STEP, ArrowRight: width - STEP, Home: MIN_WIDTH, End: MAX_WIDTH }[event.key]
    if (next === undefined || isCombined(event)) return
    event.preventDefault()
    setPanelWidth(next)
  }
  return (
    <div
      className={classes.handle}
      role="separator"
      aria-label="Width of the panel"
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={MIN_WIDTH}
      aria-valuemax={MAX_WIDTH}
      tabIndex={0}
      onPointerDown={(event) => {
        event.preventDefault()
        const { currentTarget: handle } = event
        handle.focus()
        handle.setPointerCapture(event.pointerId)
        grip.current = event.clientX - (handle.parentElement?.getBoundingClientRect().left ?? event.clientX)
      }}
      onPointerMove={drag}
      onKeyDown={press}
    />
  )
}
