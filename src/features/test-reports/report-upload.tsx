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
import { isUnderway, type Upload, type UploadState } from './upload-store.ts'
import { cancelUpload, retryUpload } from './uploads.ts'

type Props = { upload: Upload; onShowRun: (runId: string) => void }

export function ReportUpload({ upload, onShowRun }: Props) {
  const { file, state } = upload
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
          {state.phase === 'uploading' && (
            <Box component="span" c="dimmed" fz="sm">
              {percentOf(state.share)}%
            </Box>
          )}
          <PhaseBadge state={state} />
          {state.phase !== 'done' && <CancelOrRetry upload={upload} />}
        </Group>
      </Group>
      <UploadBar name={file.name} state={state} />
      {(state.phase === 'failed' || state.phase === 'unknown') && (
        <Box className="breakable" c="var(--mantine-color-error)" role="alert">
          {state.message}
        </Box>
      )}
      {state.phase === 'done' && <ReportAnswerView answer={state.answer} onShowRun={onShowRun} />}
    </li>
  )
}

/** One button for both actions, so that it keeps the focus. */
function CancelOrRetry({ upload }: { upload: Upload }) {
  const [label, act] = isUnderway(upload) ? (['Cancel', cancelUpload] as const) : (['Retry', retryUpload] as const)
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`${label} ${upload.file.name}`}
      onClick={() => act(upload.id)}
    >
      {label}
    </Button>
  )
}

/** Animated while the server records the report, because that step has no progress. */
function UploadBar({ name, state }: { name: string; state: UploadState }) {
  if (state.phase !== 'uploading' && state.phase !== 'recording') return null
  const isRecording = state.phase === 'recording'
  const percent = isRecording ? 100 : percentOf(state.share)
  return (
    <Progress.Root size={6}>
      <Progress.Section value={percent} striped={isRecording} animated={isRecording} aria-label={`Upload of ${name}`} />
    </Progress.Root>
  )
}

const percentOf = (share: number) => Math.floor(share * 100)

type Look = { color: string; icon: Icon; label: string }

/** A live region. The percentage is outside it: announcing every change would be noise. */
function PhaseBadge({ state }: { state: UploadState }) {
  const { color, icon: IconPart, label } = state.phase === 'done' ? lookOfAnswer(state) : LOOKS[state.phase]
  return (
    <Badge color={color} leftSection={<IconPart size={14} aria-hidden />} role="status">
      {label}
    </Badge>
  )
}

const LOOKS: Record<Exclude<UploadState['phase'], 'done'>, Look> = {
  waiting: { color: 'gray', icon: IconCircleDashed, label: 'Waiting' },
  uploading: { color: 'blue', icon: IconUpload, label: 'Uploading' },
  recording: { color: 'blue', icon: IconLoader2, label: 'Recording…' },
  failed: { color: 'red', icon: IconCircleX, label: 'Not recorded' },
  unknown: { color: 'orange', icon: IconAlertTriangle, label: 'Not confirmed' },
  cancelled: { color: 'gray', icon: IconCircleMinus, label: 'Cancelled' },
}

function lookOfAnswer({ answer, isRepeat }: Extract<UploadState, { phase: 'done' }>): Look {
  if (isRepeat) return { color: 'gray', icon: IconCircleCheck, label: 'Already recorded' }
  if (answer.warnings.length > 0) return { color: 'orange', icon: IconAlertTriangle, label: 'Recorded with warnings' }
  return { color: 'teal', icon: IconCircleCheck, label: 'Recorded' }
}
