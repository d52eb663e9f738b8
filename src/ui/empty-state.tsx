import { EmptyState as MantineEmptyState } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type Props = {
  icon: Icon
  title: string
  hint: ReactNode
  children?: ReactNode
}

export function EmptyState({ icon: IconPart, title, hint, children }: Props) {
  return (
    <MantineEmptyState py="xl" icon={<IconPart size={32} stroke={1.4} aria-hidden />} title={title} description={hint}>
      {children && <MantineEmptyState.Actions>{children}</MantineEmptyState.Actions>}
    </MantineEmptyState>
  )
}
