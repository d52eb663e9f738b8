import { Checkbox, Group, Stack } from '@mantine/core'
import { formatNumber } from '#src/lib/format.ts'
import type { ResultStatus } from '#shared/test-results/result-status.ts'
import type { ChoiceProps } from '../choice.ts'
import { RunChooser } from './run-chooser.tsx'

const OFFERED = ['failed', 'error', 'pending', 'skipped'] as const satisfies readonly ResultStatus[]

export function FailedChoice({ project, choice, onChange }: ChoiceProps) {
  const { run, statuses } = choice
  const toggle = (status: ResultStatus) =>
    onChange({ statuses: OFFERED.filter((other) => statuses.includes(other) !== (other === status)) })
  return (
    <Stack gap={8}>
      <RunChooser projectId={project.id} run={run} onChange={(run) => onChange({ run })} />
      <Group gap="md" role="group" aria-label="Statuses">
        {OFFERED.map((status) => (
          <Checkbox
            key={status}
            label={run ? `${status} (${formatNumber(run.summary[status])})` : status}
            checked={statuses.includes(status)}
            onChange={() => toggle(status)}
          />
        ))}
      </Group>
    </Stack>
  )
}
