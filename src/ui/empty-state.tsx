import { EmptyState as MantineEmptyState } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type Props = {
  icon: Icon
  title: string
  /** The heading level of the title. Without it, the title is no heading. */
  level?: 1 | 2 | undefined
  hint: ReactNode
  children?: ReactNode
}

export function EmptyState({ icon: IconPart, title, level, hint, children }: Props) {
  return (
    <MantineEmptyState py="xl" icon={<IconPart size={32} stroke={1.4} aria-hidden />}>
      <MantineEmptyState.Title order={level}>{title}</MantineEmptyState.Title>
      <MantineEmptyState.Description>{hint}</MantineEmptyState.Description>
      {children && <MantineEmptyState.Actions>{children}</MantineEmptyState.Actions>}
    </MantineEmptyState>
  )
}
