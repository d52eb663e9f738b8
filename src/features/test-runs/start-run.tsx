import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { can } from '#shared/permissions.ts'
import { afterRemovalOf } from '#src/ui/focus-after-removal.ts'
import { ChooseReports } from '../test-reports/choose-reports.tsx'
import classes from './start-run.module.css'
import { StartRunDialog } from './start-run-dialog.tsx'
import { useRecentRuns } from './use-test-runs.ts'

type Props = { projectId: string; role: string | null; onStarted: (runId: string) => void }

/** The buttons that start a run, by hand or from a report. On a phone they show icons only. */
export function StartRun({ projectId, role, onStarted }: Props) {
  const [isStarting, setStarting] = useState(false)
  const { data: runs } = useRecentRuns(projectId)
  return (
    <div className={classes.actions}>
      {can(role, 'report.upload') && <ChooseReports projectId={projectId} label="Upload report" />}
      {can(role, 'run.start') && (
        <Button
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          {...(runs?.length === 0 && afterRemovalOf('run'))}
          onClick={() => setStarting(true)}
        >
          Start Test Run
        </Button>
      )}
      <StartRunDialog
        projectId={projectId}
        isOpen={isStarting}
        onClose={() => setStarting(false)}
        onStarted={onStarted}
      />
    </div>
  )
}
