import { Loader } from '@mantine/core'
import type { AttachmentItem } from '#shared/attachments/attachment.ts'
import { isPicture } from '../file-icon.tsx'
import { Picture } from '../picture.tsx'
import classes from './attachment-viewer.module.css'
import { NoPreview } from './no-preview.tsx'
import { ViewerText } from './viewer-text.tsx'

export function ViewerStage({ item, isZoomed }: { item: AttachmentItem; isZoomed: boolean }) {
  if (item.type === 'text/plain') return <ViewerText item={item} />
  if (!isPicture(item)) return <NoPreview item={item}>No preview</NoPreview>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll it
    <div className={classes.stage} data-zoomed={isZoomed || undefined} data-autofocus tabIndex={0}>
      <Picture
        item={item}
        alt={item.name}
        className={classes.picture}
        placeholder={<Loader aria-label="Loading" />}
        broken={<NoPreview item={item}>The picture could not be shown</NoPreview>}
      />
    </div>
  )
}
