import { Box, Button, Progress } from '@mantine/core'
import { IconUpload, IconX } from '@tabler/icons-react'
import { removes } from '#src/ui/focus-after-removal.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import classes from './attachments.module.css'
import { type AttachmentUpload, discardUpload, retryUpload } from './uploads.ts'

/** A file that is being uploaded. If the upload fails, it stays with the reason until it is retried or discarded. */
export function UploadRow({ upload }: { upload: AttachmentUpload }) {
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
