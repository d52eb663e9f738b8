import { CloseButton, Group, Portal, UnstyledButton } from '@mantine/core'
import { type ReactNode, type RefObject, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { createStore, useStore } from '#src/lib/store.ts'
import { dismissToast, holdToasts, runAction, type Toast, useToasts } from '#src/lib/toast-store.ts'
import { StatusMark } from './status.tsx'
import classes from './status-strip.module.css'
import { useFreeSpan } from './use-free-span.ts'

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
        <Group ref={aside} gap={12} wrap="nowrap" maw="50%" miw={0}>
          <div aria-live="polite" className={`one-line ${classes.said}`} data-quiet={said?.isQuiet || undefined}>
            {said && <span key={said.id}>{said.text}</span>}
          </div>
          <div ref={setSlot} aria-live="polite" className={`one-line ${classes.slot}`} />
        </Group>
      </section>
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
