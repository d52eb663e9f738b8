import { Button, Stack, Text } from '@mantine/core'
import { IconEye, IconEyeOff, IconRefresh } from '@tabler/icons-react'
import type { ProjectOverview } from '#shared/projects/project.ts'
import { withToasts } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'
import { ask } from '#src/ui/confirm.tsx'
import { CopyField } from '#src/ui/copy-field.tsx'
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
    <Section title="API Credentials">
      <Stack gap="sm">
        <Text c="dimmed">
          What scripts and pipelines sign in with: the project id as user, the client secret as password.
        </Text>
        <CopyField label="Project ID" value={project.id} copyLabel="Copy ID" />
        {project.clientSecret === null ? (
          <Text c="dimmed">Only the project owner can see the client secret.</Text>
        ) : (
          <ClientSecret secret={project.clientSecret} isShown={isShown} onShow={onShow} />
        )}
        {isManager && <Regenerate projectId={project.id} />}
      </Stack>
    </Section>
  )
}

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
  const { projects } = trpc.useUtils()
  const { mutate, isPending } = trpc.projects.regenerateSecret.useMutation(
    withToasts({
      onSuccess: ({ clientSecret }: { clientSecret: string }) =>
        projects.overview.setData({ id: projectId }, (project) => project && { ...project, clientSecret }),
      success: 'Client secret regenerated successfully',
      failure: 'Failed to regenerate secret',
    }),
  )
  const askAndRegenerate = () => {
    const text = 'Are you sure you want to regenerate the client secret? The old secret becomes invalid at once.'
    ask({ title: 'Regenerate Secret', text, action: 'Regenerate' }, () => mutate({ id: projectId }))
  }
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        loading={isPending}
        onClick={askAndRegenerate}
      >
        Regenerate Secret
      </Button>
    </div>
  )
}
