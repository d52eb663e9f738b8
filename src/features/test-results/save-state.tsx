import { Badge, Loader } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import type { Unsaved } from './unsaved.ts'

/** Whether the value of a row is still on its way. */
export function SaveState({ unsaved }: { unsaved: Unsaved | undefined }) {
  if (!unsaved) return null
  if (unsaved.isConflict) return <Badge color="orange">Undecided</Badge>
  if (!unsaved.isWaiting) return <Loader size={12} aria-label="Saving" role="img" />
  return (
    <Badge color="orange" leftSection={<IconCloudOff size={13} aria-hidden />}>
      Not saved yet
    </Badge>
  )
}
