import { Box, Group, Paper, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './part.module.css'

type Props = {
  title: string
  count?: string | undefined
  id?: string
  actions?: ReactNode
  children: ReactNode
}

export function Part({ title, count, id, actions, children }: Props) {
  const ownId = useId()
  const titleId = id ?? ownId
  return (
    <Paper withBorder component="section" miw={0} p={12} aria-labelledby={titleId}>
      <Group gap={8} wrap="nowrap" align="baseline" mih={28} mb={4}>
        <Title order={3} id={titleId} tabIndex={-1} className={classes.title}>
          {title}
        </Title>
        {count !== undefined && (
          <Box component="span" c="dimmed" fz="sm">
            {count}
          </Box>
        )}
        <Box ml="auto">{actions}</Box>
      </Group>
      {children}
    </Paper>
  )
}

export const Nothing = ({ children }: { children: ReactNode }) => (
  <Box component="p" m={0} py={4} c="dimmed">
    {children}
  </Box>
)
