import { IconFile, IconFileText, IconPhoto } from '@tabler/icons-react'
import type { AttachmentType } from '#shared/attachments/attachment.ts'

export const isPicture = ({ type }: { type: AttachmentType }) => type.startsWith('image/')

export function FileIcon({ type, size = 24 }: { type: AttachmentType; size?: number }) {
  const Icon = isPicture({ type }) ? IconPhoto : type === 'text/plain' ? IconFileText : IconFile
  return <Icon size={size} stroke={1.5} aria-hidden />
}
