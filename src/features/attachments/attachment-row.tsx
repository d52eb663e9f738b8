import { IconFile, IconFileText, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { AttachmentItem } from '#shared/attachments/attachment.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { formatBytes } from '#src/lib/format.ts'
import { confirm } from '#src/ui/confirm.tsx'
import { removes } from '#src/ui/focus-after-removal.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import classes from './attachments.module.css'
import { useAddress, useRemoveAttachment } from './use-attachments.ts'

type Props = { result: TestResult; item: AttachmentItem; isEditable: boolean }

/** A picture or text opens in a tab of its own, any other file is saved: the server decides. */
export function AttachmentRow({ result, item, isEditable }: Props) {
  const { name, type, size, id } = item
  const address = useAddress(id)
  const remove = useRemoveAttachment(result)
  const ask = async () => {
    const text = `"${name}" is removed for everybody. This cannot be undone.`
    if (await confirm({ title: 'Remove Attachment', text, action: 'Remove' })) remove(item)
  }
  return (
    <li className={classes.row}>
      <a className={classes.link} href={address} target="_blank" rel="noopener">
        <span className={classes.preview}>
          {type.startsWith('image/') ? (
            address && <Thumbnail address={address} />
          ) : type === 'text/plain' ? (
            <IconFileText size={24} stroke={1.5} aria-hidden />
          ) : (
            <IconFile size={24} stroke={1.5} aria-hidden />
          )}
        </span>
        <span className={classes.name} dir="auto">
          {name}
        </span>
      </a>
      <span className={classes.size}>{formatBytes(size)}</span>
      {isEditable && (
        <IconButton label={`Remove ${name}`} icon={IconTrash} {...removes('attachment')} onClick={() => void ask()} />
      )}
    </li>
  )
}

/** Keeps its first address: a renewed one would load the picture again. */
function Thumbnail({ address }: { address: string }) {
  const [first] = useState(address)
  return <img className={classes.thumbnail} src={first} alt="" loading="lazy" decoding="async" />
}
