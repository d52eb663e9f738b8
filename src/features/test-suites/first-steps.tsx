import { Button, Group, Title } from '@mantine/core'
import { IconPlayerPlay, IconPlus, IconUpload } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { can } from '#shared/permissions.ts'
import { openImport } from '../imports/import-request.ts'
import { useProjectView } from '../projects/use-project-view.ts'
import { ReportInput } from '../test-reports/choose-reports.tsx'
import { openStartRun } from '../test-runs/start/start-request.ts'
import classes from './first-steps.module.css'

type Props = { projectId: string; role: string | null; onCreateSuite: () => void }

/** Replaces the suites of a project without any: the way to its first result, by hand or by a report. */
export default function FirstSteps({ projectId, role, onCreateSuite }: Props) {
  const { showTab } = useProjectView(projectId)
  const input = useRef<HTMLInputElement>(null)
  return (
    <section className={classes.steps} aria-labelledby="first-steps">
      <Title order={2} id="first-steps">
        No test suites yet
      </Title>
      <ol className={`plain-list ${classes.list}`} aria-label="First steps">
        <Step
          title="Add test cases"
          hint="Suites hold them. Or import a file of another tool, here or by"
          command="assay cases import FILE"
          act={
            can(role, 'suite.write') && (
              <Group gap="sm">
                <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onCreateSuite}>
                  Add the first suite
                </Button>
                <Button
                  variant="default"
                  leftSection={<IconUpload size={16} aria-hidden />}
                  onClick={() => openImport()}
                >
                  Import cases
                </Button>
              </Group>
            )
          }
        />
        <Step
          title="Start a test run"
          hint="It lists every case as it is now, and takes what you see."
          act={
            can(role, 'run.start') && (
              <Button
                variant="default"
                leftSection={<IconPlayerPlay size={16} aria-hidden />}
                onClick={() => openStartRun()}
              >
                Start a run
              </Button>
            )
          }
        />
        <Step
          title="Send a report"
          hint="Reports of automated tests make their suites and cases. From a pipeline:"
          command="assay upload FILE"
          act={
            can(role, 'report.upload') && (
              <>
                <Button
                  variant="default"
                  leftSection={<IconUpload size={16} aria-hidden />}
                  onClick={() => input.current?.click()}
                >
                  Choose a report
                </Button>
                <ReportInput ref={input} projectId={projectId} label="Choose a report" onSent={() => showTab('runs')} />
              </>
            )
          }
        />
      </ol>
    </section>
  )
}

type StepProps = { title: string; hint: string; command?: string; act: ReactNode }

const Step = ({ title, hint, command, act }: StepProps) => (
  <li className={classes.step}>
    <h3>{title}</h3>
    <p className={classes.hint}>
      {hint} {command && <code className="mono">{command}</code>}
    </p>
    {act}
  </li>
)
