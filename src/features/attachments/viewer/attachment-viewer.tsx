import { Modal, VisuallyHidden } from '@mantine/core'
import { useEffect, useLayoutEffect, useState } from 'react'
import type { AttachmentItem } from '#shared/attachments/attachment.ts'
import { useTopDialog } from '#src/ui/dialog-stack.ts'
import { useInertBackground } from '#src/ui/use-inert-background.ts'
import classes from './attachment-viewer.module.css'
import { returnFocusTo } from './return-focus.ts'
import { useSwipe } from './use-swipe.ts'
import { useViewerKeys } from './use-viewer-keys.ts'
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
  // After a deletion the next file is shown, or else the previous one.
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
