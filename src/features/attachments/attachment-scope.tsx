import { type ReactNode, useMemo, useState } from 'react'
import { useHeldKeys } from '#src/ui/held-keys.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { type TextPictureProps, TextPictures } from '#src/ui/text-pictures.ts'
import { useWhenIdle } from '#src/ui/when-idle.ts'
import { TextPicture } from './text-picture.tsx'
import { AttachmentScopeContext, type AttachmentScopeValue } from './use-attachment-scope.ts'

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
        />
      )}
    </AttachmentScopeContext>
  )
}
