import { UnstyledButton } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { AttachmentItem } from '#shared/attachments/attachment.ts'
import { formatBytes } from '#src/lib/format.ts'
import { removes } from '#src/ui/focus-after-removal.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import classes from './attachments.module.css'
import { FileIcon, isPicture } from './file-icon.tsx'
import { Picture } from './picture.tsx'
import { useAttachmentScope } from './use-attachment-scope.ts'
import { useRemoveAttachment } from './use-remove-attachment.ts'

export function AttachmentRow({ item }: { item: AttachmentItem }) {
  const { id, name, type, size } = item
  const { owner, canWrite, open } = useAttachmentScope()
  const remove = useRemoveAttachment(owner)
  const row = useRef<HTMLLIElement>(null)
  const isNear = useNearWindow(row)
  const icon = <FileIcon type={type} />
  return (
    <li ref={row} className={classes.row}>
      <UnstyledButton
        className={classes.open}
        aria-label={name}
        aria-haspopup="dialog"
        data-attachment={id}
        onClick={() => open(id)}
      >
        <span className={classes.preview}>
          {isPicture(item) && isNear ? (
            <Picture item={item} alt={name} className={classes.thumbnail} broken={icon} isLazy />
          ) : (
            icon
          )}
        </span>
        <span className={classes.name} dir="auto">
          {name}
        </span>
      </UnstyledButton>
      <span className={classes.size}>{formatBytes(size)}</span>
      {canWrite && (
        <IconButton
          label={`Remove ${name}`}
          icon={IconTrash}
          {...removes('attachment')}
          onClick={() => void remove(item)}
        />
      )}
    </li>
  )
}

/** Whether an element has been in or near the window. */
function useNearWindow(element: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || !element.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: '300px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, isNear])
  return isNear
}
