import { ActionIcon, Tooltip } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'

type Props = { label: string; icon: Icon; onClick: () => void; tabIndex?: number; 'aria-describedby'?: string }

/** A button with an icon, and its label as a tooltip. Further attributes go to the button. */
export function IconButton({ label, icon: IconPart, ...button }: Props) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} {...button}>
        <IconPart size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
