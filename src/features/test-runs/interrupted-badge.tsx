import { Badge } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'

/** Says that the screen does not follow what others do just now; it goes by itself. */
export function InterruptedBadge() {
  return (
    <Badge color="gray" role="status" leftSection={<IconPlugConnectedX size={13} aria-hidden />}>
      Live updates are interrupted
    </Badge>
  )
}
