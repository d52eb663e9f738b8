import { Badge, Box, Button, Group, Progress } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleMinus,
  IconCircleX,
  type Icon,
  IconLoader2,
  IconUpload,
} from '@tabler/icons-react'
import { formatBytes } from '#src/lib/format.ts'
import { ReportAnswerView } from './report-answer.tsx'
import classes from './report-uploads.module.css'
import { cancelUpload, isUnderway, retryUpload, type Upload, type UploadState } from './uploads.ts'

type Props = { upload: Upload; onShowRun: (runId: string) => void }

export function ReportUpload({ upload, onShowRun }: Props) {
  const { file } = upload
  return (
    <li className={classes.upload} aria-label={file.name}>
      <Group justify="space-between" gap="4px 12px">
        <Box className="breakable" fw={500} dir="auto">
          {file.name}
          <Box component="span" ml={8} c="dimmed" fw={400} fz="sm">
            {formatBytes(file.size)}
          </Box>
        </Box>
        <Group gap="xs">
          {upload.state === 'uploading' && (
            <Box component="span" c="dimmed" fz="sm">
              {percentOf(upload.share)}%
            </Box>
          )}
          <StateBadge upload={upload} />
          {upload.state !== 'done' && <CancelOrRetry upload={upload} />}
        </Group>
      </Group>
      <UploadBar upload={upload} />
      {(upload.state === 'refused' || upload.state === 'unknown') && (
        <Box className="breakable" c="var(--mantine-color-error)" role="alert">
          {upload.message}
        </Box>
      )}
      {upload.state === 'done' && <ReportAnswerView answer={upload.answer} onShowRun={onShowRun} />}
    </li>
  )
}

/** One button for both actions, so that it keeps the focus. */
function CancelOrRetry({ upload }: { upload: Upload }) {
  const [label, act] = isUnderway(upload) ? (['Cancel', cancelUpload] as const) : (['Retry', retryUpload] as const)
  return (
    <Button size="compact-sm" variant="default" aria-label={`${label} ${upload.file.name}`} onClick={() => act(upload)}>
      {label}
    </Button>
  )
}

/** Animated while the server records the report, because that step has no progress. */
function UploadBar({ upload }: { upload: Upload }) {
  if (upload.state !== 'uploading' && upload.state !== 'recording') return null
  const isRecording = upload.state === 'recording'
  const percent = isRecording ? 100 : percentOf(upload.share)
  return (
    <Progress.Root size={6}>
      <Progress.Section
        value={percent}
        striped={isRecording}
        animated={isRecording}
        aria-label={`Upload of ${upload.file.name}`}
      />
    </Progress.Root>
  )
}

const percentOf = (share: number) => Math.floor(share * 100)

type Look = { color: string; icon: Icon; label: string }

/** A live region. The percentage is outside it: announcing every change would be noise. */
function StateBadge({ upload }: { upload: Upload }) {
  const { color, icon: IconPart, label } = upload.state === 'done' ? lookOfAnswer(upload) : LOOKS[upload.state]
  return (
    <Badge color={color} leftSection={<IconPart size={14} aria-hidden />} role="status">
      {label}
    </Badge>
  )
}

const LOOKS: Record<Exclude<UploadState['state'], 'done'>, Look> = {
  sending: { color: 'gray', icon: IconCircleDashed, label: 'Waiting' },
  uploading: { color: 'blue', icon: IconUpload, label: 'Uploading' },
  recording: { color: 'blue', icon: IconLoader2, label: 'Recording…' },
  refused: { color: 'red', icon: IconCircleX, label: 'Not recorded' },
  unknown: { color: 'orange', icon: IconAlertTriangle, label: 'Not confirmed' },
  cancelled: { color: 'gray', icon: IconCircleMinus, label: 'Cancelled' },
}

function lookOfAnswer({ answer, isRepeat }: Extract<UploadState, { state: 'done' }>): Look {
  if (isRepeat) return { color: 'gray', icon: IconCircleCheck, label: 'Already recorded' }
  if (answer.warnings.length > 0) return { color: 'orange', icon: IconAlertTriangle, label: 'Recorded with warnings' }
  return { color: 'teal', icon: IconCircleCheck, label: 'Recorded' }
}
