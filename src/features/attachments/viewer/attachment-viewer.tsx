import { Modal, VisuallyHidden } from '@mantine/core'
import { type PointerEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { AttachmentItem } from '#shared/attachments/attachment.ts'
import { useTopDialog } from '#src/ui/dialog-stack.ts'
import { useInertBackground } from '#src/ui/use-inert-background.ts'
import classes from './attachment-viewer.module.css'
import { ViewerStage } from './viewer-stage.tsx'
import { ViewerToolbar } from './viewer-toolbar.tsx'

type Props = {
  items: readonly AttachmentItem[]
  id: string
  opener: Element | null
  onShow: (id: string) => void
  onClose: () => void
}

export default function AttachmentViewer({ items, id, opener, onShow, onClose }: Props) {
  const found = items.findIndex((item) => item.id === id)
  const [index, setIndex] = useState(found)
  if (found !== -1 && found !== index) setIndex(found)
  const item = items[found === -1 ? Math.min(index, items.length - 1) : found]
  const close = () => {
    onClose()
    returnFocusTo(item?.id, opener)
  }
  useEffect(() => {
    if (!item) close()
    else if (item.id !== id) onShow(item.id)
  })
  const isTop = useTopDialog(true, close)
  useInertBackground(true)
  useNoBottomBar()
  const [isZoomed, setZoomed] = useState(false)
  const go = (to: number) => {
    const next = items[to]
    if (!next) return
    setZoomed(false)
    onShow(next.id)
  }
  useViewerKeys(isTop, { index, last: items.length - 1, go })
  const swipe = useSwipe((step) => !isZoomed && go(index + step))
  if (!item) return null
  return (
    <Modal
      opened
      fullScreen
      onClose={close}
      closeOnEscape={false}
      returnFocus={false}
      title={
        <>
          <VisuallyHidden>Attachment </VisuallyHidden>
          <bdi>{item.name}</bdi>
        </>
      }
      classNames={{ ...classes, title: 'one-line' }}
      closeButtonProps={{ size: 32, 'aria-label': 'Close' }}
      transitionProps={{ duration: 0 }}
    >
      <ViewerToolbar
        item={item}
        index={index}
        count={items.length}
        isZoomed={isZoomed}
        onZoom={() => setZoomed(!isZoomed)}
        onGo={go}
      />
      <div className={classes.swiped} {...swipe}>
        <ViewerStage key={item.id} item={item} isZoomed={isZoomed} />
      </div>
      <VisuallyHidden aria-live="polite">{`${item.name}, ${index + 1} of ${items.length}`}</VisuallyHidden>
    </Modal>
  )
}

/** The viewer covers the buttons below a case on a phone, so the status strip needs no room above them. */
function useNoBottomBar(): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const height = style.getPropertyValue(BOTTOM_BAR)
    style.setProperty(BOTTOM_BAR, '0px')
    return () => style.setProperty(BOTTOM_BAR, height)
  }, [])
}

const BOTTOM_BAR = '--bottom-bar-height'

/**
 * Moves the focus from a closed viewer to the thumbnail of the last file, if a thumbnail opened it, or else to what
 * opened it. If the last file was removed, it moves to the button that attaches files.
 */
function returnFocusTo(id: string | undefined, opener: Element | null): void {
  const thumbnail = id !== undefined && document.querySelector<HTMLElement>(`[data-attachment="${CSS.escape(id)}"]`)
  const from = opener instanceof HTMLElement && opener.isConnected ? opener : null
  const target =
    from && !from.matches('[data-attachment]')
      ? from
      : thumbnail || from || document.querySelector<HTMLElement>('[data-after-removal="attachment"]')
  // While the viewer makes the page inert, it takes no focus.
  requestAnimationFrame(() => target?.focus())
}

type ViewerPosition = { index: number; last: number; go: (index: number) => void }

/** ← and → go to the file before and after, Home and End to the first and the last. */
function useViewerKeys(isEnabled: boolean, { index, last, go }: ViewerPosition): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event
    const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last }[key]
    if (to === undefined || altKey || ctrlKey || metaKey || shiftKey) return
    event.preventDefault()
    go(to)
  })
  useEffect(() => {
    if (!isEnabled) return undefined
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isEnabled])
}

const MIN_PX = 50

/** A swipe with one finger: left for the next file, right for the previous one. */
function useSwipe(onSwipe: (step: -1 | 1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    onPointerDown: ({ pointerType, isPrimary, clientX, clientY }: PointerEvent) => {
      // A second finger zooms.
      start.current = pointerType === 'touch' && isPrimary ? { x: clientX, y: clientY } : null
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      if (!start.current) return
      const [x, y] = [clientX - start.current.x, clientY - start.current.y]
      start.current = null
      if (Math.abs(x) >= MIN_PX && Math.abs(x) > 2 * Math.abs(y)) onSwipe(x < 0 ? 1 : -1)
    },
    onPointerCancel: () => {
      start.current = null
    },
  }
}
