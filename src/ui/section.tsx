import { Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { afterRemovalOf } from './focus-after-removal.ts'

type Props = {
  title: string
  id?: string
  hint?: ReactNode
  /** The kind of the listed rows: the hint gets the focus after the last one is removed. */
  lists?: string
  children: ReactNode
}

export function Section({ title, id, hint, lists, children }: Props) {
  const ownId = useId()
  const titleId = id ?? ownId
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={titleId}>
      <Title order={2} id={titleId} mb="sm">
        {title}
      </Title>
      {hint === undefined ? (
        children
      ) : (
        <Stack gap="sm">
          <Text c="dimmed" {...(lists !== undefined && { tabIndex: -1, ...afterRemovalOf(lists) })}>
            {hint}
          </Text>
          {children}
        </Stack>
      )}
    </Paper>
  )
}
