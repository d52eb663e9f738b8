import { TextInput } from '@mantine/core'
import { trpc } from '#src/lib/trpc.ts'
import { KnownValueInput } from './known-value-input.tsx'
import type { RunDetails } from './run-details.ts'
import classes from './run-detail-fields.module.css'

/** The part of Mantine's form in use. */
type FieldsForm = { getInputProps: (field: keyof RunDetails) => object }

type Props = { projectId: string; form: FieldsForm }

/** The circumstances of a run: fields that most runs have. */
export function PlaceFields({ projectId, form }: Props) {
  const known = useRunValues(projectId)
  return (
    <div className={classes.three}>
      <KnownValueInput label="Environment" known={known?.environments ?? []} {...form.getInputProps('environment')} />
      <KnownValueInput label="Branch" known={known?.branches ?? []} {...form.getInputProps('branch')} />
      <TextInput
        label="Commit"
        placeholder="Optional"
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('commit')}
      />
    </div>
  )
}

export function MoreFields({ projectId, form }: Props) {
  const known = useRunValues(projectId)
  return (
    <div className={classes.two}>
      <TextInput
        label="Build address"
        placeholder="https://"
        type="url"
        inputMode="url"
        autoComplete="off"
        {...form.getInputProps('buildUrl')}
      />
      <KnownValueInput label="Milestone" known={known?.milestones ?? []} {...form.getInputProps('milestone')} />
    </div>
  )
}

/** The values in the runs of the project, newest first. While they are missing, fields offer nothing. */
const useRunValues = (projectId: string) => trpc.testRuns.values.useQuery({ projectId }).data
