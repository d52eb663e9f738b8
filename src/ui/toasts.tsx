import { Notification, Portal } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { dismissToast, holdToast, TOAST_KINDS, useToast } from '#src/lib/toast.ts'
import { type Box, MARGIN, type Place, placeToast } from './toast-place.ts'
import classes from './toasts.module.css'

/** What a toast must not cover. Fields behind a dialog are inert. */
const FIELDS = 'input:not([type=file]), textarea, select, [contenteditable=true]'
const COLORS = { error: 'red', warning: 'orange', success: 'teal' } as const
const MOVES = ['focusin', 'scroll', 'resize', 'transitionend'] as const

/** The toast. The region around it is always there, so that screen readers announce what appears in it. */
export function Toasts() {
  const toast = useToast()
  const lines = TOAST_KINDS.flatMap((kind) => toast[kind] ?? [])
  return (
    <Portal>
      <section aria-label="Notifications" aria-live="polite">
        {lines.length > 0 && (
          <Placed>
            <Notification
              color={COLORS[TOAST_KINDS.find((kind) => toast[kind]) ?? 'success']}
              onClose={dismissToast}
              onMouseEnter={() => holdToast(true)}
              onMouseLeave={() => holdToast(false)}
            >
              {lines.map(({ id, text }) => (
                <div key={id} className={`breakable ${classes.line}`}>
                  {text}
                </div>
              ))}
            </Notification>
          </Placed>
        )}
      </section>
    </Portal>
  )
}

/** Keeps its content away from fields while they or their focus move. */
function Placed({ children }: { children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<Place>()
  useLayoutEffect(() => {
    const toast = root.current
    if (!toast) return undefined
    const move = () => setPlace((present) => placeOf(toast, present))
    move()
    const resized = new ResizeObserver(move)
    resized.observe(toast)
    for (const event of MOVES) window.addEventListener(event, move, { capture: true, passive: true })
    return () => {
      resized.disconnect()
      for (const event of MOVES) window.removeEventListener(event, move, { capture: true })
    }
  }, [])
  const { x, y, offset } = place ?? { x: 'right', y: 'bottom', offset: MARGIN }
  return (
    <div ref={root} className={classes.place} style={{ [x]: MARGIN, [y]: offset }}>
      {children}
    </div>
  )
}

function placeOf(toast: HTMLElement, present: Place | undefined): Place {
  const view = { width: document.documentElement.clientWidth, height: window.innerHeight }
  const fields = [...document.querySelectorAll(FIELDS)].filter((field) => !field.closest('[inert]')).map(boxOf)
  const { activeElement } = document
  const isFocused = activeElement !== null && activeElement !== document.body && !toast.contains(activeElement)
  const next = placeToast(
    { width: toast.offsetWidth, height: toast.offsetHeight },
    view,
    fields,
    isFocused && !isLarge(activeElement) ? boxOf(activeElement) : null,
    present,
  )
  return present && JSON.stringify(present) === JSON.stringify(next) ? present : next
}

/** The box of a field. The input of a switch or checkbox is invisible: its label counts. */
function boxOf(element: Element): Box {
  const box = element.getBoundingClientRect()
  return box.width > 1 ? box : (element.closest('label') ?? element.parentElement ?? element).getBoundingClientRect()
}

/** A focused list or dialog is no control. */
const isLarge = (element: Element) => element.getBoundingClientRect().height > window.innerHeight / 2
