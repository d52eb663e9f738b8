import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { AttachmentItem } from '#shared/attachments/attachment.ts'
import { FileIcon } from '../file-icon.tsx'

export function NoPreview({ item, children }: { item: AttachmentItem; children: ReactNode }) {
  return (
    <Stack flex={1} gap={0} align="center" justify="center" c="dimmed">
      <FileIcon type={item.type} size={64} />
      <p>{children}</p>
    </Stack>
  )
}
