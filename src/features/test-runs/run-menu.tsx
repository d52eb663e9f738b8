import { ActionIcon, Box, Kbd, Menu } from '@mantine/core'
import { useIsPhone } from '#src/ui/use-is-phone.ts'
import {
  IconDots,
  IconExternalLink,
  IconLink,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconPlayerPlay,
  IconRotate,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { can } from '#shared/permissions.ts'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { addressOf, copyAndToast } from '#src/lib/clipboard.ts'
import { afterRemovalOf } from '#src/ui/focus-after-removal.ts'
import { lazyDialog, lazyPart } from '#src/ui/lazy-part.tsx'
import { RunOutputItems } from '../run-output/run-output-items.tsx'
import { ReportInput } from '../test-reports/choose-reports.tsx'
import { useChangeRun } from './use-change-run.ts'
import { pathOfRun } from '#src/lib/project-paths.ts'
import { say } from '#src/lib/toast.ts'
import { useActs } from '../keys/acts.ts'
import { openStartRun } from './start/start-request.ts'

const RunFacts = lazyPart(() => import('./run-facts.tsx'))
const EditRunDialog = lazyDialog(() => import('./details/edit-run-dialog.tsx'))

type Props = { run: TestRunOverview; role: string | null; onDelete: () => void }

export function RunMenu({ run, role, onDelete }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [isEditing, setEditing] = useState(false)
  const { reopen, pin } = useChangeRun(run)
  const failed = useRerun(run, role)
  const isPhone = useIsPhone()
  const takesReports = run.status === 'running' && can(role, 'report.upload')
  return (
    <div>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label="More" title="More" variant="default" size={28} {...afterRemovalOf('Complete')}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown maw="min(420px, calc(100vw - 24px))">
          <RerunItem {...failed} />
          {can(role, 'run.update') && (
            <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setEditing(true)}>
              Edit details
            </Menu.Item>
          )}
          {can(role, 'run.update') && (
            <Menu.Item
              leftSection={run.isPinned ? <IconPinnedOff size={16} aria-hidden /> : <IconPin size={16} aria-hidden />}
              onClick={() => pin(!run.isPinned)}
            >
              {run.isPinned ? 'Unpin: retention may delete it' : 'Pin: retention keeps it'}
            </Menu.Item>
          )}
          {run.status !== 'running' && can(role, 'run.complete') && (
            <Menu.Item leftSection={<IconRotate size={16} aria-hidden />} onClick={reopen}>
              Reopen
            </Menu.Item>
          )}
          {takesReports && (
            <Menu.Item leftSection={<IconUpload size={16} aria-hidden />} onClick={() => input.current?.click()}>
              Add report
            </Menu.Item>
          )}
          {run.buildUrl !== null && (
            <Menu.Item
              component="a"
              href={run.buildUrl}
              target="_blank"
              rel="noopener noreferrer"
              leftSection={<IconExternalLink size={16} aria-hidden />}
            >
              Open build
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconLink size={16} aria-hidden />}
            onClick={() => void copyAndToast(addressOf(pathOfRun(run.projectId, run.id)))}
          >
            Copy link
          </Menu.Item>
          <RunOutputItems run={run} role={role} />
          {isPhone && can(role, 'run.delete') && (
            // On wide screens it is a button of the run bar.
            <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
              Delete Run
            </Menu.Item>
          )}
          <Menu.Divider />
          <RunFacts run={run} />
        </Menu.Dropdown>
      </Menu>
      {takesReports && <ReportInput ref={input} projectId={run.projectId} testRunId={run.id} label="Add report" />}
      <EditRunDialog run={run} isOpen={isEditing} onClose={() => setEditing(false)} />
    </div>
  )
}

function RerunItem({ rerun, why, isAllowed }: ReturnType<typeof useRerun>) {
  if (!isAllowed) return null
  return (
    <Menu.Item
      leftSection={<IconPlayerPlay size={16} aria-hidden />}
      rightSection={
        why === null ? (
          <Kbd size="xs" aria-hidden>
            Shift+R
          </Kbd>
        ) : (
          <Box component="span" c="dimmed" fz="sm">
            {why}
          </Box>
        )
      }
      disabled={why !== null}
      onClick={rerun}
    >
      Re-run failed
    </Menu.Item>
  )
}

/** The act that prepares a new run of the failed cases, by menu and by key. `why`: the reason if there are none. */
function useRerun(run: TestRunOverview, role: string | null) {
  const why = run.summary.failed + run.summary.error > 0 ? null : 'Nothing failed in this run'
  const rerun = () => (why === null ? openStartRun({ from: run }) : say(why))
  const isAllowed = can(role, 'run.start')
  useActs(isAllowed ? { rerun } : {})
  return { rerun, why, isAllowed }
}
