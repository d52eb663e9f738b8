import { Badge, Box, Button, Group, Progress, Stack } from '@mantine/core'
import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleMinus,
  IconCircleX,
  IconEyeOff,
  IconLoader2,
  IconUpload,
} from '@tabler/icons-react'
import type { ReportAnswer, ReportFormat } from '#shared/test-reports/test-report.ts'
import { formatBytes, formatNumber } from '#src/lib/format.ts'
import { shortRunId } from '#src/lib/run-label.ts'
import { Fact } from '#src/ui/fact.tsx'
import { StatusCounts } from '#src/ui/status-counts.tsx'
import { TextButton } from '#src/ui/text-button.tsx'
import { useProjectView } from '../projects/use-project-view.ts'
import classes from './report-uploads.module.css'
import { cancelUpload, isUnderway, retryUpload, type Upload, type UploadState } from './uploads.ts'

export function ReportUpload({ upload }: { upload: Upload }) {
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
      {upload.state === 'done' && <ReportAnswerView answer={upload.answer} />}
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

const FORMATS: Record<ReportFormat, string> = {
  junit: 'JUnit XML',
  ctrf: 'CTRF',
  playwright: 'Playwright',
  jest: 'Jest',
  tap: 'TAP',
  trx: 'TRX',
  allure: 'Allure',
  cucumber: 'Cucumber',
  robot: 'Robot Framework',
  nunit: 'NUnit',
  xunit: 'xUnit.net',
  gotest: 'go test',
  mocha: 'Mocha',
  newman: 'newman',
  testng: 'TestNG',
}

function ReportAnswerView({ answer }: { answer: ReportAnswer }) {
  const { testRun, format, recorded, attempts, created, matched, ignored, warnings } = answer
  const { showRun } = useProjectView(testRun.projectId)
  return (
    <Stack gap={8}>
      <Group component="dl" gap="4px 20px" m={0} fz="sm">
        <Fact term="Format">{FORMATS[format]}</Fact>
        <Fact term="Results recorded">{formatNumber(recorded)}</Fact>
        <Fact term="Earlier attempts">{formatNumber(attempts)}</Fact>
        <Fact term="Cases created">{formatNumber(created)}</Fact>
        <Fact term="Cases known">{formatNumber(matched)}</Fact>
        <Fact term="Run">
          <TextButton onClick={() => showRun(testRun.id)}>
            Show run <span className="mono">{shortRunId(testRun.id)}</span>
          </TextButton>
        </Fact>
      </Group>
      <StatusCounts summary={testRun.summary} />
      {warnings.length + ignored.length > 0 && (
        <Box component="ul" className="plain-list" fz="sm" aria-label="Remarks">
          {warnings.map((warning) => (
            <li key={warning} className={classes.note} data-warning>
              <IconAlertTriangle size={16} role="img" aria-label="Warning" />
              <span>{warning}</span>
            </li>
          ))}
          {ignored.map(({ element, count, reason }) => (
            <li key={`${element} ${reason}`} className={classes.note}>
              <IconEyeOff size={16} aria-hidden />
              <span>
                Ignored: {formatNumber(count)} × {element}. {reason}
              </span>
            </li>
          ))}
        </Box>
      )}
    </Stack>
  )
}
