import type { ReactNode } from 'react'
import type { AttachmentItem } from '#shared/attachments/attachment.ts'
import { FileIcon } from '../file-icon.tsx'
import classes from './attachment-viewer.module.css'

/** Replaces a file that cannot be shown. */
export function NoPreview({ item, children }: { item: AttachmentItem; children: ReactNode }) {
  return (
    <div className={classes.none}>
      <FileIcon type={item.type} size={64} />
      <p>{children}</p>
    </div>
  )
}
