import { Badge, Button, Group, Progress } from '@mantine/core'
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
      <div className={classes.head}>
        <div className={`${classes.name} breakable`} dir="auto">
          {file.name}
          <span className={classes.size}>{formatBytes(file.size)}</span>
        </div>
        <Group gap="xs">
          {state.phase === 'uploading' && <span className={classes.percent}>{percentOf(state.share)}%</span>}
          <PhaseBadge state={state} />
          {state.phase !== 'done' && <CancelOrRetry upload={upload} />}
        </Group>
      </div>
      <UploadBar name={file.name} state={state} />
      {state.phase === 'failed' && (
        <div className={classes.problem} role="alert">
          {state.message}
        </div>
      )}
      {state.phase === 'done' && <ReportAnswerView answer={state.answer} onShowRun={onShowRun} />}
    </li>
  )
}

/** One button, so that the focus stays on it. */
function CancelOrRetry({ upload }: { upload: Upload }) {
  const [word, act] = isUnderway(upload) ? (['Cancel', cancelUpload] as const) : (['Retry', retryUpload] as const)
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`${word} ${upload.file.name}`}
      onClick={() => act(upload.id)}
    >
      {word}
    </Button>
  )
}

/** Moves while the server works, as nothing is known of how far it has come. */
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

type Look = { color: string; icon: Icon; word: string }

/** Announced when it changes, so without the percentage, which the bar tells. */
function PhaseBadge({ state }: { state: UploadState }) {
  const { color, icon: IconPart, word } = state.phase === 'done' ? lookOfAnswer(state) : LOOKS[state.phase]
  return (
    <Badge color={color} leftSection={<IconPart size={13} aria-hidden />} role="status">
      {word}
    </Badge>
  )
}

const LOOKS: Record<Exclude<UploadState['phase'], 'done'>, Look> = {
  waiting: { color: 'gray', icon: IconCircleDashed, word: 'Waiting' },
  uploading: { color: 'blue', icon: IconUpload, word: 'Uploading' },
  recording: { color: 'blue', icon: IconLoader2, word: 'Recording…' },
  failed: { color: 'red', icon: IconCircleX, word: 'Not recorded' },
  cancelled: { color: 'gray', icon: IconCircleMinus, word: 'Cancelled' },
}

function lookOfAnswer({ answer, isRepeat }: Extract<UploadState, { phase: 'done' }>): Look {
  if (isRepeat) return { color: 'gray', icon: IconCircleCheck, word: 'Already recorded' }
  if (answer.warnings.length > 0) return { color: 'orange', icon: IconAlertTriangle, word: 'Recorded with warnings' }
  return { color: 'green', icon: IconCircleCheck, word: 'Recorded' }
}
