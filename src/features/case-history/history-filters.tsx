import { Group, NativeSelect } from '@mantine/core'
import type { ProjectOverview } from '#shared/projects/project.ts'
import { trpc } from '#src/lib/trpc.ts'
import type { HistoryView } from './use-history-view.ts'

type Props = { project: ProjectOverview; view: HistoryView }

export function HistoryFilters({ project, view }: Props) {
  const { data } = trpc.testRuns.values.useQuery({ projectId: project.id })
  const { branch, environment, showBranch, showEnvironment } = view
  const branches = withChosen(data?.branches, branch)
  const environments = withChosen(data?.environments, environment)
  if (branches.length + environments.length === 0) return null
  return (
    <Group role="group" aria-label="Filters" gap={8} mb={8}>
      {branches.length > 0 && (
        <Choice label="Branch" all="All branches" values={branches} value={branch} onChoose={showBranch} />
      )}
      {environments.length > 0 && (
        <Choice
          label="Environment"
          all="All environments"
          values={environments}
          value={environment}
          onChoose={showEnvironment}
        />
      )}
    </Group>
  )
}

type ChoiceProps = {
  label: string
  all: string
  values: readonly string[]
  value: string | null
  onChoose: (value: string | null) => void
}

const Choice = ({ label, all, values, value, onChoose }: ChoiceProps) => (
  <NativeSelect
    aria-label={label}
    size="xs"
    value={value ?? ''}
    onChange={(event) => onChoose(event.currentTarget.value || null)}
    data={[{ value: '', label: all }, ...values]}
  />
)

/** Offers a value of the address even if no recent run has it. */
const withChosen = (values: readonly string[] = [], chosen: string | null) =>
  chosen === null || values.includes(chosen) ? values : [chosen, ...values]
