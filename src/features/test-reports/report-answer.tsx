import { Anchor, Box, Group, Stack } from '@mantine/core'
import { IconAlertTriangle, IconEyeOff } from '@tabler/icons-react'
import type { ReportAnswer, ReportFormat } from '#shared/test-reports/test-report.ts'
import { formatNumber } from '#src/lib/format.ts'
import { Fact } from '#src/ui/fact.tsx'
import { StatusCounts } from '#src/ui/status-counts.tsx'
import { shortRunId } from '#src/lib/run-label.ts'
import classes from './report-uploads.module.css'

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

type Props = { answer: ReportAnswer; onShowRun: (runId: string) => void }

export function ReportAnswerView({ answer, onShowRun }: Props) {
  const { testRun, format, recorded, attempts, created, matched, ignored, warnings } = answer
  return (
    <Stack gap={8}>
      <Group component="dl" gap="4px 20px" m={0} fz="sm">
        <Fact term="Format">{FORMATS[format]}</Fact>
        <Fact term="Results recorded">{formatNumber(recorded)}</Fact>
        <Fact term="Earlier attempts">{formatNumber(attempts)}</Fact>
        <Fact term="Cases created">{formatNumber(created)}</Fact>
        <Fact term="Cases known">{formatNumber(matched)}</Fact>
        <Fact term="Run">
          <Anchor component="button" type="button" mih={24} size="sm" onClick={() => onShowRun(testRun.id)}>
            Show run <span className="mono">{shortRunId(testRun.id)}</span>
          </Anchor>
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
