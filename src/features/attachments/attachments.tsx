import { Box, Button, Group, Progress, VisuallyHidden } from '@mantine/core'
import { IconPaperclip, IconUpload, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { afterRemovalOf, removes } from '#src/ui/focus-after-removal.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { AttachmentRow } from './attachment-row.tsx'
import classes from './attachments.module.css'
import { namedFiles } from './pasted-name.ts'
import { allUploads, attachFiles, type AttachmentUpload, discardUpload, retryUpload, useUploadsTo } from './uploads.ts'
import { useAttachmentScope } from './use-attachment-scope.ts'
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

function ChooseFiles({ onFiles, ...button }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const choose = (files: FileList | null) => {
    if (files && files.length > 0) onFiles([...files])
    // Otherwise choosing the same file again would not fire a change event.
    if (input.current) input.current.value = ''
  }
  return (
    <Group gap="4px 8px">
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconPaperclip size={16} aria-hidden />}
        {...button}
        onClick={() => input.current?.click()}
      >
        Attach Files
      </Button>
      <Box component="span" m={0} c="dimmed" fz="xs">
        or paste a screenshot, or drop files here
      </Box>
      <VisuallyHidden aria-hidden>
        <input ref={input} type="file" multiple tabIndex={-1} onChange={(event) => choose(event.currentTarget.files)} />
      </VisuallyHidden>
    </Group>
  )
}

/** A file that is being uploaded. If the upload fails, it stays with the reason until it is retried or discarded. */
function UploadRow({ upload }: { upload: AttachmentUpload }) {
  const { name, state, share, message } = upload
  const isFailed = state !== 'sending'
  return (
    <li className={classes.row} data-failed={isFailed || undefined}>
      <span className={classes.preview}>
        <IconUpload size={24} stroke={1.5} aria-hidden />
      </span>
      <Box flex={1} miw={0}>
        <div className={classes.name} dir="auto">
          {name}
        </div>
        {isFailed ? (
          <Box c="var(--mantine-color-error)" fz="xs" role="alert">
            {message}
          </Box>
        ) : (
          <Progress.Root size={4}>
            <Progress.Section value={Math.floor(share * 100)} aria-label={`Upload of ${name}`} />
          </Progress.Root>
        )}
      </Box>
      {isFailed && (
        <Button size="compact-sm" variant="default" aria-label={`Retry ${name}`} onClick={() => retryUpload(upload)}>
          Retry
        </Button>
      )}
      <IconButton
        label={`${isFailed ? 'Discard' : 'Cancel'} ${name}`}
        icon={IconX}
        {...removes('attachment')}
        onClick={() => discardUpload(upload)}
      />
    </li>
  )
}
