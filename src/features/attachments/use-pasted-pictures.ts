import type { ClipboardEvent, DragEvent, SyntheticEvent } from 'react'
import type { AttachmentItem } from '#shared/attachments/attachment.ts'
import { say } from '#src/lib/toast.ts'
import { pictureReference } from '#src/ui/text-pictures.ts'
import { isPicture } from './file-icon.tsx'
import type { AttachmentOwner } from './owner.ts'
import { namedFiles } from './pasted-name.ts'
import { allUploads, attachFiles } from './uploads.ts'
import { useOptionalScope } from './use-attachment-scope.ts'
import { filesIn } from './use-pasted-files.ts'

type Options = {
  /** Shown when a picture is pasted or dropped that has no owner yet. */
  refusal?: string
  /**
   * For a field that saves on blur: called with the reference to a picture that arrives after the field lost the focus,
   * instead of changing the field.
   */
  onLate?: (reference: string) => void
}

/**
 * For a text field: attaches a pasted or dropped picture to the owner, and inserts a reference to it at the cursor as soon as the
 * server has it. Other files are left to the page.
 */
export function usePastedPictures(owner: AttachmentOwner | null, { refusal, onLate }: Options = {}) {
  const items = useOptionalScope()?.items ?? []
  const take = (event: SyntheticEvent<HTMLTextAreaElement>, files: File[]) => {
    const { currentTarget: field } = event
    const pictures = files.filter(({ type }) => type.startsWith('image/'))
    if (pictures.length === 0 || field.readOnly) return
    event.preventDefault()
    if (!owner) return say(refusal ?? 'Pictures can be pasted here after the first save')
    const { value, selectionStart } = field
    // The position of the next picture: text typed meanwhile comes after it.
    let before = value.slice(0, selectionStart)
    const onAttached = (item: AttachmentItem) => {
      if (!isPicture(item)) return
      const reference = pictureReference(item.name, item.id)
      if (onLate && document.activeElement !== field) return onLate(reference)
      if (field.isConnected && insertText(field, reference, before)) before += reference
    }
    const named = namedFiles(pictures, new Date(), [...items, ...allUploads()])
    attachFiles(
      owner,
      named.map((file) => ({ ...file, onAttached })),
    )
  }
  return {
    onPaste: (event: ClipboardEvent<HTMLTextAreaElement>) => take(event, filesIn(event.nativeEvent)),
    onDrop: (event: DragEvent<HTMLTextAreaElement>) => take(event, [...event.dataTransfer.files]),
  }
}

/**
 * Inserts a text after the field's original text, or at the cursor if that text has changed, as if it was typed.
 * Returns whether the original text was still there.
 */
function insertText(field: HTMLTextAreaElement, text: string, before: string): boolean {
  const isUnchanged = field.value.startsWith(before)
  const at = isUnchanged ? before.length : field.selectionStart
  const isAtCursor = field.selectionStart === at && field.selectionEnd === at
  field.setRangeText(text, at, at, isAtCursor ? 'end' : 'preserve')
  field.dispatchEvent(new Event('input', { bubbles: true }))
  return isUnchanged
}
