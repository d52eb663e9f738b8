import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconEye, IconEyeOff, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import type { ProjectOverview } from '#shared/projects/project.ts'
import { KeepOldField } from '#src/features/api-tokens/keep-old-field.tsx'
import { withToasts } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'
import { BusyButton } from '#src/ui/busy-button.tsx'
import { CopyField } from '#src/ui/copy-field.tsx'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Section } from '#src/ui/section.tsx'

type Props = {
  project: ProjectOverview
  isManager: boolean
  /** Whether the secret is readable on the page. */
  isShown: boolean
  onShow: (isShown: boolean) => void
}

export function ApiCredentials({ project, isManager, isShown, onShow }: Props) {
  return (
    <Section
      title="API Credentials"
      hint="What scripts and pipelines sign in with: the project id as user, the client secret as password."
    >
      <CopyField label="Project ID" value={project.id} copyLabel="Copy ID" />
      {project.clientSecret === null ? (
        <Text c="dimmed">{isManager ? UNREADABLE : 'Only the project owner can see the client secret.'}</Text>
      ) : (
        <ClientSecret secret={project.clientSecret} isShown={isShown} onShow={onShow} />
      )}
      {isManager && <Regenerate projectId={project.id} />}
    </Section>
  )
}

const UNREADABLE =
  'The client secret cannot be decrypted, because JWT_SECRET has changed. It goes on working; a regenerated one is shown again.'

function ClientSecret({ secret, isShown, onShow }: Pick<Props, 'isShown' | 'onShow'> & { secret: string }) {
  return (
    <CopyField label="Client Secret" value={secret} copyLabel="Copy secret" type={isShown ? 'text' : 'password'}>
      <IconButton
        label={isShown ? 'Hide secret' : 'Show secret'}
        icon={isShown ? IconEyeOff : IconEye}
        onClick={() => onShow(!isShown)}
      />
    </CopyField>
  )
}

function Regenerate({ projectId }: { projectId: string }) {
  const [isAsking, setAsking] = useState(false)
  const form = useForm({ initialValues: { hours: '0' } })
  const { projects } = trpc.useUtils()
  const { mutate, isPending } = trpc.projects.regenerateSecret.useMutation(
    withToasts({
      onSuccess: ({ clientSecret }: { clientSecret: string }) =>
        projects.overview.setData({ id: projectId }, (project) => project && { ...project, clientSecret }),
      success: 'Client secret regenerated successfully',
      failure: 'Failed to regenerate secret',
    }),
  )
  const regenerate = ({ hours }: { hours: string }) => {
    setAsking(false)
    mutate({ id: projectId, keepOldForHours: Number(hours) })
  }
  return (
    <div>
      <BusyButton
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        isBusy={isPending}
        onClick={() => setAsking(true)}
      >
        Regenerate Secret
      </BusyButton>
      <FormDialog
        title="Regenerate Secret"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        form={form}
        onSubmit={regenerate}
        submitLabel="Regenerate"
        isBusy={isPending}
      >
        <Text>
          Are you sure you want to regenerate the client secret? The old secret becomes invalid at once, or later, so
          that pipelines can take the new one first.
        </Text>
        <KeepOldField label="The old secret" data-autofocus {...form.getInputProps('hours')} />
      </FormDialog>
    </div>
  )
}
