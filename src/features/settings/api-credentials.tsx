import { ActionIcon, Button, Group, Stack, Text, TextInput, Tooltip } from '@mantine/core'
import { IconEye, IconEyeOff, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import type { ProjectOverview } from '#shared/projects/project.ts'
import { confirm } from '#src/ui/confirm.tsx'
import { CopyButton } from '#src/ui/copy-button.tsx'
import { SettingsCard } from './settings-card.tsx'
import { useRegenerateSecret } from './use-project-settings.ts'

const mono = { input: 'mono' }

export function ApiCredentials({ project, isManager }: { project: ProjectOverview; isManager: boolean }) {
  return (
    <SettingsCard title="API Credentials">
      <Stack gap="sm">
        <Text c="dimmed">
          What scripts and pipelines sign in with: the project id as user, the client secret as password.
        </Text>
        <TextInput
          label="Project ID"
          readOnly
          value={project.id}
          classNames={mono}
          rightSectionWidth={40}
          rightSection={<CopyButton value={project.id} label="Copy ID" />}
        />
        {project.clientSecret === null ? (
          <Text c="dimmed">Only the project owner can see the client secret.</Text>
        ) : (
          <ClientSecret secret={project.clientSecret} />
        )}
        {isManager && <Regenerate projectId={project.id} />}
      </Stack>
    </SettingsCard>
  )
}

function ClientSecret({ secret }: { secret: string }) {
  const [isShown, setShown] = useState(false)
  const Eye = isShown ? IconEyeOff : IconEye
  const label = isShown ? 'Hide secret' : 'Show secret'
  return (
    <TextInput
      label="Client Secret"
      readOnly
      type={isShown ? 'text' : 'password'}
      autoComplete="off"
      value={secret}
      classNames={mono}
      rightSectionWidth={72}
      rightSection={
        <Group gap={2} wrap="nowrap">
          <Tooltip label={label}>
            <ActionIcon aria-label={label} onClick={() => setShown(!isShown)}>
              <Eye size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
          <CopyButton value={secret} label="Copy secret" />
        </Group>
      }
    />
  )
}

function Regenerate({ projectId }: { projectId: string }) {
  const { regenerate, isRegenerating } = useRegenerateSecret(projectId)
  const askAndRegenerate = async () => {
    const text = 'Are you sure you want to regenerate the client secret? The old secret becomes invalid at once.'
    if (await confirm({ title: 'Regenerate Secret', text, action: 'Regenerate' })) regenerate()
  }
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        loading={isRegenerating}
        onClick={() => void askAndRegenerate()}
      >
        Regenerate Secret
      </Button>
    </div>
  )
}
