import { ActionIcon, Tooltip } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'

type Props = {
  label: string
  icon: Icon
  onClick: () => void
  /** It stays focusable: a disabled button would lose the focus, for example at the last case. */
  isDisabled?: boolean
  isLarge?: boolean
  tabIndex?: number
  'aria-describedby'?: string
}

/** A button with an icon, and its label as a tooltip. Further attributes go to the button. */
export function IconButton({ label, icon: IconPart, onClick, isDisabled = false, isLarge = false, ...button }: Props) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        {...(isLarge && { size: 32 })}
        aria-label={label}
        aria-disabled={isDisabled || undefined}
        data-disabled={isDisabled || undefined}
        onClick={isDisabled ? undefined : onClick}
        {...button}
      >
        <IconPart size={isLarge ? 20 : 16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
