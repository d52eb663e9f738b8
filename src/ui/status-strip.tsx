import { CloseButton, Group, Portal, UnstyledButton } from '@mantine/core'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useDownloads } from '#src/lib/download.ts'
import { createStore, useStore } from '#src/lib/store.ts'
import { dismissToast, holdToasts, runAction, type Toast, useToasts } from '#src/lib/toast-store.ts'
import { freeSpan } from './free-span.ts'
import classes from './status-strip.module.css'
import { StatusMark } from './status.tsx'

const MARKS = { error: 'failed', warning: 'error', success: 'passed' } as const

const slot = createStore<HTMLElement | null>(null)
const setSlot = slot.set

/**
 * The bottom line of every screen of a signed-in user: toasts, the last act, and `StripNotice`. Its live regions always
 * exist, so that screen readers announce new content. It is outside the page's root, so that an open dialog does not
 * make it inert.
 */
export function StatusStrip() {
  const { toasts, said } = useToasts()
  const downloads = useDownloads()
  const { strip, aside, span } = useFreeSpan(toasts.length > 0)
  useHolding(strip)
  return (
    <Portal>
      <section
        ref={strip}
        aria-label="Notifications"
        className={classes.strip}
        onPointerLeave={() => holdToasts(false)}
      >
        <div aria-live="polite" className={classes.toasts} style={span}>
          {toasts.map((toast) => (
            <ToastBox key={toast.id} toast={toast} />
          ))}
        </div>
        <Group ref={aside} gap={12} wrap="nowrap" maw={toasts.length > 0 ? '50%' : '100%'} miw={0}>
          <div aria-live="polite" className={`one-line ${classes.said}`} data-quiet={said?.isQuiet || undefined}>
            {said && <span key={said.id}>{said.text}</span>}
          </div>
          <div ref={setSlot} aria-live="polite" className={`one-line ${classes.slot}`} />
        </Group>
      </section>
      {downloads > 0 && <StripNotice>Preparing the download…</StripNotice>}
    </Portal>
  )
}

/** Browsers fire no leave event when a toast disappears, so the next element under the pointer decides. */
function useHolding(strip: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onOver = ({ target }: PointerEvent) => holdToasts(strip.current?.contains(target as Node) ?? false)
    document.addEventListener('pointerover', onOver, { passive: true })
    return () => {
      document.removeEventListener('pointerover', onOver)
      holdToasts(false)
    }
  }, [strip])
}

function ToastBox({ toast }: { toast: Toast }) {
  const { id, kind, text, count, actions } = toast
  const action = actions.at(-1)
  return (
    <div role={kind === 'error' ? 'alert' : 'status'} className={classes.toast} data-kind={kind}>
      <StatusMark status={MARKS[kind]} />
      <span className={`one-line ${classes.text}`} dir="auto">
        {text}
      </span>
      {count > 1 && <span className={classes.count}>×{count}</span>}
      {action && (
        <UnstyledButton className={`sinks ${classes.action}`} onClick={() => runAction(toast)}>
          {action.label}
        </UnstyledButton>
      )}
      <CloseButton size={24} iconSize={14} aria-label="Dismiss" onClick={() => dismissToast(id)} />
    </div>
  )
}

/** Shows its content at the right end of the strip while it is rendered: 'Offline: 3 entries kept here'. */
export function StripNotice({ children }: { children: ReactNode }) {
  const target = useStore(slot)
  return (
    target &&
    createPortal(
      <Group gap={8} wrap="nowrap">
        {children}
      </Group>,
      target,
    )
  )
}

/** Fields that a toast must not cover. The page scrolls below the strip, so a field may be behind it. */
const FIELDS = 'input:not([type=file]), textarea, select, [contenteditable=true]'
const MOVES = ['focusin', 'scroll', 'resize', 'transitionend'] as const

/** The part of the strip in which toasts cover neither a field nor the aside, as distances from the strip's edges. */
function useFreeSpan(isUsed: boolean) {
  const strip = useRef<HTMLElement>(null)
  const aside = useRef<HTMLDivElement>(null)
  const [span, setSpan] = useState({ left: 0, right: 0 })
  useLayoutEffect(() => {
    const element = strip.current
    if (!isUsed || !element) return undefined
    const measure = () => {
      const box = element.getBoundingClientRect()
      const boxes = [...document.querySelectorAll(FIELDS)].map(boxOf)
      const { left, right } = freeSpan(box, aside.current ? [...boxes, aside.current.getBoundingClientRect()] : boxes)
      const next = { left: left - box.left, right: box.right - right }
      setSpan((present) => (present.left === next.left && present.right === next.right ? present : next))
    }
    measure()
    let frame = 0
    // Once per frame: a key both moves the focus and scrolls, and a measurement forces a layout.
    const measureNext = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(measure)
    }
    const resized = new ResizeObserver(measure)
    if (aside.current) resized.observe(aside.current)
    resized.observe(document.body)
    for (const event of MOVES) window.addEventListener(event, measureNext, { capture: true, passive: true })
    return () => {
      cancelAnimationFrame(frame)
      resized.disconnect()
      for (const event of MOVES) window.removeEventListener(event, measureNext, { capture: true })
    }
  }, [isUsed])
  return { strip, aside, span }
}

/** The box of a field. The input of a switch or checkbox is invisible, so its label counts. */
function boxOf(element: Element): DOMRect {
  const box = element.getBoundingClientRect()
  return box.width > 1 ? box : (element.closest('label') ?? element.parentElement ?? element).getBoundingClientRect()
}
