import { Box, Group, Modal, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useTopDialog } from './dialog-stack.ts'
import { IconButton } from './icon-button.tsx'
import classes from './panel-shell.module.css'
import { usePanel } from './panel-state.ts'
import { useInertBackground } from './use-inert-background.ts'
import { useVisibleHeight } from './use-visible-height.ts'
import { WidthHandle } from './width-handle.tsx'

type Neighbours = {
  toPrevious: () => void
  toNext: () => void
  hasPrevious: boolean
  hasNext: boolean
}

type Props = {
  /** Its accessible name: 'Case 1.2'. */
  label: string
  title: ReactNode
  /** Identifies the content. Another one is scrolled to its top. */
  shownId: string | undefined
  /** The sticky parts above the column: a CSS length. */
  top: string
  neighbours: Neighbours
  actions: ReactNode
  /** In the column: stays above the details. */
  head?: ReactNode
  /** In the dialog: the lower edge, instead of the neighbours and the actions. */
  bar?: ReactNode
  onClose: () => void
  /** Focuses the list. Called when the dialog is gone: before, the list cannot take the focus. */
  focusList: () => void
  children: ReactNode
}

/** A column beside a list, which stays usable; on a narrow screen a dialog over all of it. */
export function PanelShell(props: Props) {
  const { isDialog } = usePanel()
  return isDialog ? <Screen {...props} /> : <Column {...props} />
}

function Column({ label, title, shownId, top, neighbours, actions, head, onClose, children }: Props) {
  const { width } = usePanel()
  const panel = useVisibleHeight()
  const details = useRef<HTMLDivElement>(null)
  const before = useRef(shownId)
  useLayoutEffect(() => {
    if (details.current && before.current !== shownId) details.current.scrollTop = 0
    before.current = shownId
  })
  return (
    <Box flex="none" maw="calc(100vw - 480px)" style={{ width }}>
      <aside ref={panel} className={classes.panel} style={{ top }} aria-label={label}>
        <WidthHandle />
        <Group gap={4} wrap="nowrap" py={4} px={8}>
          <NeighbourButtons {...neighbours} />
          <Box component="span" flex={1} fw={600}>
            {title}
          </Box>
          {actions}
          <IconButton label="Close" icon={IconX} onClick={onClose} />
        </Group>
        {head}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll it */}
        <div ref={details} className={classes.details} tabIndex={0} role="region" aria-label="Details of the case">
          {children}
        </div>
      </aside>
    </Box>
  )
}

function Screen({ label, title, neighbours, actions, bar, onClose, focusList, children }: Props) {
  const returnFocus = useEffectEvent(() => {
    if (document.activeElement === document.body) focusList()
  })
  useInertBackground(true)
  // After the effect above, so that its end comes first.
  useEffect(() => () => returnFocus(), [])
  useTopDialog(true, onClose)
  return (
    <Modal
      opened
      fullScreen
      // Below the editor, also when it opens after it: as a window becomes narrow.
      zIndex={199}
      onClose={onClose}
      closeOnEscape={false}
      title={
        <>
          <VisuallyHidden>{label}</VisuallyHidden>
          <span aria-hidden>{title}</span>
        </>
      }
      classNames={{ content: classes.content, body: classes.body }}
      closeButtonProps={{ size: 44, 'aria-label': 'Close' }}
      transitionProps={{ duration: 0 }}
    >
      {!bar && (
        <Group gap={4} wrap="nowrap" py={4}>
          <NeighbourButtons {...neighbours} />
          {actions}
        </Group>
      )}
      {children}
      {bar}
    </Modal>
  )
}

const NeighbourButtons = ({ toPrevious, toNext, hasPrevious, hasNext }: Neighbours) => (
  <>
    <IconButton label="Previous Case" icon={IconChevronUp} isDisabled={!hasPrevious} onClick={toPrevious} />
    <IconButton label="Next Case" icon={IconChevronDown} isDisabled={!hasNext} onClick={toNext} />
  </>
)
