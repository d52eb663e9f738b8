import { Box } from '@mantine/core'
import { afterRemovalOf } from '#src/ui/focus-after-removal.ts'
import { AttachmentRow } from './attachment-row.tsx'
import { useAttachmentScope } from './use-attachment-scope.ts'
import classes from './attachments.module.css'
import { ChooseFiles } from './choose-files.tsx'
import { namedFiles } from './pasted-name.ts'
import { UploadRow } from './upload-row.tsx'
import { allUploads, attachFiles, useUploadsTo } from './uploads.ts'
import { useFileDrop } from './use-file-drop.ts'
import { usePastedFiles } from './use-pasted-files.ts'

/** The files of the surrounding result or case. While shown, they get every file pasted on the page. */
export function Attachments() {
  const { owner, items = [], canWrite } = useAttachmentScope()
  const uploads = useUploadsTo(owner)
  const attach = (files: File[]) =>
    attachFiles(
      owner,
      files.map((file) => ({ file, name: file.name })),
    )
  const { zone, isDragged, isOver } = useFileDrop<HTMLDivElement>(canWrite, attach)
  usePastedFiles(zone, canWrite, (files) =>
    attachFiles(owner, namedFiles(files, new Date(), [...items, ...allUploads()])),
  )
  const isEmpty = items.length + uploads.length === 0
  return (
    <div ref={zone} className={classes.zone} data-dragged={isDragged || undefined} data-over={isOver || undefined}>
      {!isEmpty && (
        <Box component="ul" className="plain-list" mb={8} aria-label="Attachments">
          {items.map((item) => (
            <AttachmentRow key={item.id} item={item} />
          ))}
          {uploads.map((upload) => (
            <UploadRow key={upload.entryId} upload={upload} />
          ))}
        </Box>
      )}
      {canWrite ? (
        <ChooseFiles {...afterRemovalOf('attachment')} onFiles={attach} />
      ) : (
        isEmpty && (
          <Box component="p" m={0} c="dimmed" fz="xs">
            No attachments
          </Box>
        )
      )}
    </div>
  )
}
