import { TextInput, type TextInputProps } from '@mantine/core'
import { useId } from 'react'
import { trpc } from '#src/lib/trpc.ts'
import classes from './run-detail-fields.module.css'
import type { RunDetails } from './run-details.ts'

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

type KnownValueInputProps = TextInputProps & { label: string; known: readonly string[] }

/** Offers values used before, in the browser's own list: Mantine's would repeat the accessible name. */
function KnownValueInput({ known, ...field }: KnownValueInputProps) {
  const listId = useId()
  return (
    <>
      <TextInput placeholder="Optional" list={listId} autoComplete="off" spellCheck={false} {...field} />
      <datalist id={listId}>
        {known.map((value) => (
          <option key={value} value={value}>
            {value}
          </option>
        ))}
      </datalist>
    </>
  )
}
