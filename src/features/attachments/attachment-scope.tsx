import { UnstyledButton } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useHeldKeys } from '#src/ui/held-keys.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { type TextPictureProps, TextPictures } from '#src/ui/text-pictures.ts'
import { useWhenIdle } from '#src/ui/when-idle.ts'
import classes from './attachments.module.css'
import { isPicture } from './file-icon.tsx'
import { Picture } from './picture.tsx'
import { AttachmentScopeContext, type AttachmentScopeValue, useAttachmentScope } from './use-attachment-scope.ts'

const AttachmentViewer = lazyPart(() => import('./viewer/attachment-viewer.tsx'))

const renderPicture = (picture: TextPictureProps) => <TextPicture {...picture} />

type Props = Omit<AttachmentScopeValue, 'open'> & { children: ReactNode }

/** Provides the files of one result or case to the lists and texts inside, and shows their viewer. */
export function AttachmentScope({ owner, items, canWrite, children }: Props) {
  const [viewed, setViewed] = useState<{ id: string; opener: Element | null } | null>(null)
  useWhenIdle(AttachmentViewer.load)
  useHeldKeys(viewed !== null && items !== undefined)
  const scope = useMemo(
    (): AttachmentScopeValue => ({
      owner,
      items,
      canWrite,
      open: (id) => setViewed({ id, opener: document.activeElement }),
    }),
    // An owner is the same as long as its id is.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [owner.id, items, canWrite],
  )
  return (
    <AttachmentScopeContext value={scope}>
      <TextPictures value={renderPicture}>{children}</TextPictures>
      {viewed && items && (
        <AttachmentViewer
          key={owner.id}
          items={items}
          id={viewed.id}
          opener={viewed.opener}
          onShow={(id) => setViewed({ ...viewed, id })}
          onClose={() => setViewed(null)}
          onFailure={() => setViewed(null)}
        />
      )}
    </AttachmentScopeContext>
  )
}

/** A picture in a text, if it is attached to the owner of the text. Its button opens the viewer. */
function TextPicture({ id, alt, isInLink }: TextPictureProps) {
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
