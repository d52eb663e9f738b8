import { Box, Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ask } from './confirm.tsx'
import { removes } from './focus-after-removal.ts'
import { Time } from './time.tsx'

type Props = {
  name: string
  /** What the list holds; see `removes`. */
  kind: string
  action: string
  question: { title: string; text: string }
  onRemove: () => void
  children: ReactNode
}

/** A row of a list: a name, facts, and a button that asks before it removes the row. */
export function RemovableRow({ name, kind, action, question, onRemove, children }: Props) {
  return (
    <Group component="li" className="list-row" justify="space-between" gap="sm">
      <Box miw={0} flex="1 1 260px">
        <Text fw={500} className="breakable" dir="auto">
          {name}
        </Text>
        <Text c="dimmed" size="sm" className="breakable">
          {children}
        </Text>
      </Box>
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        aria-label={`${action} ${name}`}
        {...removes(kind)}
        onClick={() => ask({ ...question, action }, onRemove)}
      >
        {action}
      </Button>
    </Group>
  )
}

/** 'last used 2 days ago', or 'not used yet'. */
export function LastUse({ at }: { at: string | null }) {
  if (at === null) return 'not used yet'
  return (
    <>
      last used <Time iso={at} as="relative" />
    </>
  )
}
