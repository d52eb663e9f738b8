import { ActionIcon, Tooltip } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'

type ButtonProps = { label: string; icon: Icon; isDisabled?: boolean; onClick: () => void }

/** Stays focusable when it has nothing to do: a disabled button would lose the focus at the last case. */
export function PanelButton({ label, icon: IconPart, isDisabled = false, onClick }: ButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        aria-label={label}
        aria-disabled={isDisabled || undefined}
        data-disabled={isDisabled || undefined}
        onClick={isDisabled ? undefined : onClick}
      >
        <IconPart size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
