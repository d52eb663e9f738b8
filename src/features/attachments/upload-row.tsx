import { Box, Button, Progress } from '@mantine/core'
import { IconUpload, IconX } from '@tabler/icons-react'
import { removes } from '#src/ui/focus-after-removal.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import classes from './attachments.module.css'
import type { AttachmentUpload } from './upload-store.ts'
import { discardUpload, retryUpload } from './uploads.ts'

/** A file that is being uploaded. If the upload fails, it stays with the reason until it is retried or discarded. */
export function UploadRow({ upload }: { upload: AttachmentUpload }) {
  const { id, name, state } = upload
  const percent = state.phase === 'uploading' ? Math.floor(state.share * 100) : 0
  const isFailed = state.phase === 'failed'
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
            {state.message}
          </Box>
        ) : (
          <Progress.Root size={4}>
            <Progress.Section value={percent} aria-label={`Upload of ${name}`} />
          </Progress.Root>
        )}
      </Box>
      {isFailed && (
        <Button size="compact-sm" variant="default" aria-label={`Retry ${name}`} onClick={() => retryUpload(id)}>
          Retry
        </Button>
      )}
      <IconButton
        label={`${isFailed ? 'Discard' : 'Cancel'} ${name}`}
        icon={IconX}
        {...removes('attachment')}
        onClick={() => discardUpload(id)}
      />
    </li>
  )
}
