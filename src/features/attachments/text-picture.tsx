import { UnstyledButton } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import type { TextPictureProps } from '#src/ui/text-pictures.ts'
import { useAttachmentScope } from './use-attachment-scope.ts'
import classes from './attachments.module.css'
import { isPicture } from './file-icon.tsx'
import { Picture } from './picture.tsx'

/** A picture in a text, if it is attached to the owner of the text. Its button opens the viewer. */
export function TextPicture({ id, alt, isInLink }: TextPictureProps) {
  const { items, open } = useAttachmentScope()
  const item = items?.find((each) => each.id === id)
  if (!items) return <span className={classes.missing}>{alt || 'picture'}</span>
  if (!item) return <Missing text="picture deleted" alt={alt} />
  if (!isPicture(item)) return <Missing text="no picture" alt={alt} />
  const picture = (
    <Picture
      item={item}
      alt={alt || item.name}
      className={classes.textPicture}
      placeholder={<span className={classes.missing}>{alt || item.name}</span>}
      broken={<Missing text="picture not available" alt={alt || item.name} />}
      isLazy
    />
  )
  if (isInLink) return picture
  return (
    <UnstyledButton
      component="button"
      className={classes.textButton}
      aria-label={`Picture ${alt || item.name}`}
      aria-haspopup="dialog"
      onClick={() => open(id)}
    >
      {picture}
    </UnstyledButton>
  )
}

function Missing({ text, alt }: { text: string; alt: string }) {
  return (
    <span className={classes.missing}>
      <IconPhotoOff size={14} aria-hidden /> {alt && `${alt}: `}
      {text}
    </span>
  )
}
