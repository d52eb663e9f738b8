import { Button, Group } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { can } from '#shared/permissions.ts'
import { afterRemovalOf } from '#src/ui/focus-after-removal.ts'
import { ChooseReports } from '../test-reports/choose-reports.tsx'
import { openStartRun } from './start/start-request.ts'
import classes from './start-run.module.css'
import { useRecentRuns } from './use-test-runs.ts'

/** The buttons that start a run, by hand or from a report. On a phone they show icons only. */
export function StartRun({ projectId, role }: { projectId: string; role: string | null }) {
  const { data: runs } = useRecentRuns(projectId)
  return (
    <Group className={classes.actions} gap={8} wrap="nowrap" flex="none">
      {can(role, 'report.upload') && (
        <ChooseReports projectId={projectId} label="Upload report" className="icon-on-phone" />
      )}
      {can(role, 'run.start') && (
        <Button
          className="icon-on-phone"
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          {...(runs?.length === 0 && afterRemovalOf('run'))}
          onClick={() => openStartRun()}
        >
          Start Test Run
        </Button>
      )}
    </Group>
  )
}
