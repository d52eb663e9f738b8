import { Checkbox, MultiSelect, NativeSelect, Stack, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import {
  CreatePersonalToken,
  type NewApiToken,
  TOKEN_DAYS,
  TOKEN_DAYS_MAX,
  TOKEN_PROJECTS_MAX,
} from '#shared/api-tokens/api-token.ts'
import type { Verb } from '#shared/permissions.ts'
import { trpc } from '#src/lib/trpc.ts'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import type { TokenOwner } from './use-api-tokens.ts'
import { VERB_TEXTS } from './verbs.ts'

const DAYS = [7, 30, TOKEN_DAYS, 180, TOKEN_DAYS_MAX]

type Props = {
  isOpen: boolean
  onClose: () => void
  owner: TokenOwner
  verbs: readonly Verb[]
  preset: Verb[]
  /** Whether the token may be limited to some projects. */
  hasProjects: boolean
  onMade: (made: NewApiToken) => void
}

const invalidFields = schemaResolver(CreatePersonalToken, { sync: true })

export function CreateTokenDialog({ isOpen, onClose, owner, verbs, preset, hasProjects, onMade }: Props) {
  const form = useForm({
    initialValues: { name: '', verbs: preset, days: String(TOKEN_DAYS), projectIds: [] as string[] },
    transformValues: toWish,
    validate: (values) => ({
      ...invalidFields(toWish(values)),
      ...(values.verbs.length === 0 && { verbs: 'Choose at least one' }),
    }),
  })
  const onSuccess = (made: NewApiToken) => {
    onMade(made)
    onClose()
  }
  return (
    <FormDialog
      title="Create Token"
      isOpen={isOpen}
      onClose={onClose}
      form={form}
      onSubmit={(wish) => owner.create(wish, { onSuccess })}
      submitLabel="Create Token"
      isBusy={owner.isCreating}
      refusal={owner.refusal}
    >
      <TextInput
        label="Name"
        description="What uses it, such as a pipeline"
        required
        data-autofocus
        autoComplete="off"
        dir="auto"
        {...form.getInputProps('name')}
      />
      <Checkbox.Group label="May" required {...form.getInputProps('verbs')}>
        <Stack gap={6} mt={4}>
          {verbs.map((verb) => (
            <Checkbox key={verb} value={verb} {...VERB_TEXTS[verb]} />
          ))}
        </Stack>
      </Checkbox.Group>
      <NativeSelect
        label="Expires"
        data={DAYS.map((days) => ({ value: String(days), label: `In ${days} days` }))}
        {...form.getInputProps('days')}
      />
      {hasProjects && <ProjectChoice {...form.getInputProps('projectIds')} />}
    </FormDialog>
  )
}

function ProjectChoice(field: object) {
  const { data: projects = [] } = trpc.projects.list.useQuery({})
  return (
    <MultiSelect
      label="Projects"
      description="Empty: all your projects, also later ones"
      data={projects.map(({ id, name }) => ({ value: id, label: name }))}
      maxValues={TOKEN_PROJECTS_MAX}
      searchable
      clearable
      {...field}
    />
  )
}

type Values = { name: string; verbs: Verb[]; days: string; projectIds: string[] }

function toWish({ days, projectIds, ...wish }: Values) {
  return { ...wish, expiresInDays: Number(days), projectIds: projectIds.length > 0 ? projectIds : null }
}
