import { Badge, Loader } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import type { Draft } from './store/drafts.ts'

/** Whether the value of a row is still on its way. */
export function SaveState({ unsaved }: { unsaved: Draft | undefined }) {
  if (!unsaved) return null
  if (unsaved.state === 'conflict') return <Badge color="orange">Undecided</Badge>
  if (unsaved.state !== 'waiting') return <Loader size={12} aria-label="Saving" role="img" />
  return (
    <Badge color="orange" leftSection={<IconCloudOff size={13} aria-hidden />}>
      Not saved yet
    </Badge>
  )
}
