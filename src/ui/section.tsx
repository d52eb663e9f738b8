import { Paper, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

type Props = {
  title: string
  id?: string
  children: ReactNode
}

export function Section({ title, id, children }: Props) {
  const ownId = useId()
  const titleId = id ?? ownId
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={titleId}>
      <Title order={2} id={titleId} mb="sm">
        {title}
      </Title>
      {children}
    </Paper>
  )
}
