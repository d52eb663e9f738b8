import { Button, Group } from '@mantine/core'
import { IconCheck, IconTrash } from '@tabler/icons-react'
import { can } from '#shared/permissions.ts'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { ask } from '#src/ui/confirm.tsx'
import { removesShown } from '#src/ui/focus-after-removal.ts'
import classes from './run-bar.module.css'
import { RunMenu } from './run-menu.tsx'
import { useEndRun } from './use-test-runs.ts'

type Props = { run: TestRunOverview; role: string | null; onDeleted: () => void }

export function RunActions({ run, role, onDeleted }: Props) {
  const { complete, isCompleting, remove, isRemoving } = useEndRun(run.projectId, run.id, onDeleted)
  const text = 'Are you sure you want to delete this test run with all its results? This action cannot be undone.'
  const askAndRemove = () => ask({ title: 'Delete Test Run', text, action: 'Delete' }, remove)
  return (
    <Group className={classes.actions} gap={8} wrap="nowrap" flex="none">
      {run.status === 'running' && can(role, 'run.complete') && (
        <Button
          className={classes.complete}
          leftSection={<IconCheck size={16} aria-hidden />}
          loading={isCompleting}
          onClick={complete}
        >
          Complete
        </Button>
      )}
      {can(role, 'run.delete') && (
        <Button
          className="not-on-phone"
          variant="default"
          {...removesShown('run')}
          leftSection={<IconTrash size={16} aria-hidden />}
          loading={isRemoving}
          onClick={askAndRemove}
        >
          Delete Run
        </Button>
      )}
      <RunMenu run={run} role={role} onDelete={askAndRemove} />
    </Group>
  )
}
