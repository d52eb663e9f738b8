import { Alert, Box, Group, Stack, Switch, Text } from '@mantine/core'
import { IconAlertTriangle, IconList, IconPencil, IconSend, IconTrash } from '@tabler/icons-react'
import type { Webhook } from '#shared/notifications/webhook.ts'
import { STATUS_FORMS } from '#shared/notifications/event.ts'
import { BusyButton } from '#src/ui/busy-button.tsx'
import { removes } from '#src/ui/focus-after-removal.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Time } from '#src/ui/time.tsx'
import classes from '../shared-links.module.css'
import { useWebhookActs } from './use-webhooks.ts'
import { nameOf, toldOf } from './webhook-texts.ts'

type Props = {
  projectId: string
  webhook: Webhook
  onEdit: (webhook: Webhook) => void
  onLog: (webhook: Webhook) => void
}

export function WebhookRow({ projectId, webhook, onEdit, onLog }: Props) {
  const acts = useWebhookActs(projectId, webhook)
  const name = nameOf(webhook)
  return (
    <Stack component="li" className={classes.row} gap={4}>
      <Group justify="space-between" gap="xs">
        <Box miw={0} flex="1 1 240px">
          <Text className="breakable">{name}</Text>
          <Text c="dimmed" size="sm" className="breakable">
            {toldOf(webhook)}
          </Text>
        </Box>
        <Group gap={4} wrap="nowrap">
          <Switch
            mr="xs"
            aria-label={`${name} is on`}
            checked={webhook.isActive}
            onChange={(event) => acts.setActive(event.currentTarget.checked)}
          />
          {!STATUS_FORMS.includes(webhook.form) && (
            <BusyButton
              size="compact-sm"
              variant="default"
              aria-label={`Test ${name}`}
              leftSection={<IconSend size={14} aria-hidden />}
              disabled={!webhook.isActive}
              isBusy={acts.isTesting}
              onClick={acts.test}
            >
              Test
            </BusyButton>
          )}
          <IconButton label={`Deliveries to ${name}`} icon={IconList} onClick={() => onLog(webhook)} />
          <IconButton label={`Edit ${name}`} icon={IconPencil} onClick={() => onEdit(webhook)} />
          <IconButton
            label={`Delete ${name}`}
            icon={IconTrash}
            {...removes('endpoint')}
            aria-busy={acts.isDeleting}
            onClick={() => !acts.isDeleting && acts.askAndDelete()}
          />
        </Group>
      </Group>
      <Trouble webhook={webhook} />
    </Stack>
  )
}

/** Why an endpoint gets nothing. */
function Trouble({ webhook: { offReason, failingSince, url, isActive } }: { webhook: Webhook }) {
  const text =
    url === null ? (
      'Its address cannot be decrypted, because JWT_SECRET has changed. Edit it and enter the address again.'
    ) : offReason === 'gone' ? (
      'Switched off: it answered 410 Gone.'
    ) : offReason === 'failing' ? (
      'Switched off: every delivery failed for five days.'
    ) : offReason === 'unsubscribed' ? (
      'Switched off: somebody who gets these mails has turned them off.'
    ) : failingSince !== null && isActive ? (
      <>
        No delivery has succeeded since <Time iso={failingSince} as="moment" />. Failed ones are tried again.
      </>
    ) : null
  if (text === null) return null
  return (
    <Alert color="orange" p="xs" icon={<IconAlertTriangle aria-hidden />}>
      {text}
    </Alert>
  )
}
