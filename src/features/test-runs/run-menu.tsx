import { ActionIcon, Kbd, Menu } from '@mantine/core'
import {
  IconDots,
  IconExternalLink,
  IconLink,
  IconPencil,
  IconPlayerPlay,
  IconRotate,
  IconUpload,
} from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { can } from '#shared/permissions.ts'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { basePath } from '#src/lib/base-path.ts'
import { copyAndToast } from '#src/lib/copy.ts'
import { RunOutputItems } from '../run-output/run-output-items.tsx'
import { ReportInput } from '../test-reports/choose-reports.tsx'
import { RunFacts } from './run-facts.tsx'
import classes from './run-menu.module.css'
import { useChangeRun } from './use-change-run.ts'
import { useRerun } from './use-rerun.ts'

const EditRunDialog = lazy(() => import('./details/edit-run-dialog.tsx'))

/** What is done seldom with a run, and all that is known of it. */
export function RunMenu({ run, role }: { run: TestRunOverview; role: string | null }) {
  const input = useRef<HTMLInputElement>(null)
  const [isEditing, setEditing] = useState<boolean | null>(null)
  const { reopen } = useChangeRun(run)
  const failed = useRerun(run, role)
  const takesReports = run.status === 'running' && can(role, 'report.upload')
  return (
    <div>
      <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon aria-label="More" title="More" variant="default" size={28}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown className={classes.menu}>
          <RerunItem {...failed} />
          {can(role, 'run.update') && (
            <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setEditing(true)}>
              Edit details
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
          <Menu.Item leftSection={<IconLink size={16} aria-hidden />} onClick={() => void copyAndToast(linkTo(run))}>
            Copy link
          </Menu.Item>
          <RunOutputItems run={run} role={role} />
          <Menu.Divider />
          <RunFacts run={run} />
        </Menu.Dropdown>
      </Menu>
      {takesReports && <ReportInput ref={input} projectId={run.projectId} testRunId={run.id} label="Add report" />}
      {isEditing !== null && (
        <Suspense>
          <EditRunDialog run={run} isOpen={isEditing} onClose={() => setEditing(false)} />
        </Suspense>
      )}
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
          <span className={classes.why}>{why}</span>
        )
      }
      disabled={why !== null}
      onClick={rerun}
    >
      Re-run failed
    </Menu.Item>
  )
}

const linkTo = ({ projectId, id }: TestRunOverview) =>
  `${location.origin}${basePath}/projects/${projectId}?tab=runs&run=${id}`
