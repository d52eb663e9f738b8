import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconLink, IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { can } from '#shared/permissions.ts'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { basePath } from '#src/lib/base-path.ts'
import { copyAndToast } from '#src/lib/copy.ts'
import { Fact } from '#src/ui/fact.tsx'
import { Time } from '#src/ui/time.tsx'
import { ReportInput } from '../test-reports/choose-reports.tsx'
import classes from './run-menu.module.css'

/** What is done seldom with a run, and all that is known of it. */
export function RunMenu({ run, role }: { run: TestRunOverview; role: string | null }) {
  const input = useRef<HTMLInputElement>(null)
  const takesReports = run.status === 'running' && can(role, 'report.upload')
  return (
    <div>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon aria-label="More" title="More" variant="default" size={28}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown className={classes.menu}>
          {takesReports && (
            <Menu.Item leftSection={<IconUpload size={16} aria-hidden />} onClick={() => input.current?.click()}>
              Add report
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconLink size={16} aria-hidden />} onClick={() => void copyAndToast(linkTo(run))}>
            Copy link
          </Menu.Item>
          <Menu.Divider />
          <RunFacts run={run} />
        </Menu.Dropdown>
      </Menu>
      {takesReports && <ReportInput ref={input} projectId={run.projectId} testRunId={run.id} label="Add report" />}
    </div>
  )
}

function RunFacts({ run }: { run: TestRunOverview }) {
  return (
    <dl className={classes.facts}>
      {run.description !== null && <div className={classes.description}>{run.description}</div>}
      <Fact term="Run">
        <span className="mono breakable">{run.id}</span>
      </Fact>
      {run.key !== null && (
        <Fact term="Key">
          <span className="mono breakable">{run.key}</span>
        </Fact>
      )}
      <Fact term="Started">
        <Time iso={run.createdAt} as="moment" />
        {run.createdBy && ` by ${run.createdBy.name}`}
      </Fact>
      <Fact term="Completed">{run.completedAt ? <Time iso={run.completedAt} as="moment" /> : 'Not yet'}</Fact>
    </dl>
  )
}

const linkTo = ({ projectId, id }: TestRunOverview) =>
  `${location.origin}${basePath}/projects/${projectId}?tab=runs&run=${id}`
