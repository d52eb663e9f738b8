import { Button, VisuallyHidden } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useRef } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { afterRemovalOf } from '#src/ui/focus-after-removal.ts'
import { useRunList } from '../test-results/list/run-list.tsx'
import { AttachmentRow } from './attachment-row.tsx'
import classes from './attachments.module.css'
import { pastedName } from './pasted-name.ts'
import { UploadRow } from './upload-row.tsx'
import { allUploads, useUploadsTo } from './upload-store.ts'
import { attachFiles } from './uploads.ts'
import { useFileDrop } from './use-file-drop.ts'
import { usePastedFiles } from './use-pasted-files.ts'

/** The files of a result. While it is shown, a picture pasted anywhere on the page is attached. */
export function Attachments({ result }: { result: TestResult }) {
  const { isEditable } = useRunList()
  const { attachments } = result
  const uploads = useUploadsTo(result.id)
  const attach = (files: File[]) =>
    attachFiles(
      result,
      files.map((file) => ({ file, name: file.name })),
    )
  usePastedFiles(isEditable, (files) => {
    const taken = [...attachments, ...allUploads()].map(({ name }) => name)
    const named = files.map((file) => {
      const name = pastedName(file.name, new Date(), taken)
      taken.push(name)
      return { file, name }
    })
    attachFiles(result, named)
  })
  const { zone, isDragged, isOver } = useFileDrop<HTMLDivElement>(isEditable, attach)
  const isEmpty = attachments.length + uploads.length === 0
  return (
    <div ref={zone} className={classes.zone} data-dragged={isDragged || undefined} data-over={isOver || undefined}>
      {!isEmpty && (
        <ul className={`plain-list ${classes.list}`} aria-label="Attachments">
          {attachments.map((item) => (
            <AttachmentRow key={item.id} result={result} item={item} isEditable={isEditable} />
          ))}
          {uploads.map((upload) => (
            <UploadRow key={upload.id} upload={upload} />
          ))}
        </ul>
      )}
      {isEditable ? <ChooseFiles onFiles={attach} /> : isEmpty && <p className={classes.hint}>No attachments</p>}
    </div>
  )
}

function ChooseFiles({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const choose = (files: FileList | null) => {
    if (files && files.length > 0) onFiles([...files])
    // Otherwise choosing the same file again would not fire a change event.
    if (input.current) input.current.value = ''
  }
  return (
    <div className={classes.choose}>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconPaperclip size={16} aria-hidden />}
        {...afterRemovalOf('attachment')}
        onClick={() => input.current?.click()}
      >
        Attach Files
      </Button>
      <span className={classes.hint}>or paste a screenshot, or drop files here</span>
      <VisuallyHidden aria-hidden>
        <input ref={input} type="file" multiple tabIndex={-1} onChange={(event) => choose(event.currentTarget.files)} />
      </VisuallyHidden>
    </div>
  )
}
