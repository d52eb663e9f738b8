import { Button, Paper, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { type Webhook, WEBHOOKS_MAX } from '#shared/notifications/webhook.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { Fetched } from '#src/ui/fetched.tsx'
import { afterRemovalOf } from '#src/ui/focus-after-removal.ts'
import { Section } from '#src/ui/section.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { SecretNotice } from './secret-notice.tsx'
import { useWebhooks } from './use-webhooks.ts'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookRow } from './webhook-row.tsx'
import { nameOf } from './webhook-texts.ts'

type Opened =
  { kind: 'form'; webhook?: Webhook } | { kind: 'log'; webhook: Webhook } | { kind: 'secret'; secret: string }

/** The endpoints that a project tells of its events. The strip of toasts is the region "Notifications". */
export function NotificationsCard({ projectId }: { projectId: string }) {
  const query = useWebhooks(projectId)
  const [opened, open] = useState<Opened>()
  const [isOpen, setOpen] = useState(false)
  const show = (next: Opened) => {
    open(next)
    setOpen(true)
  }
  return (
    <Section
      title="Notify Chats and Tools"
      hint="Tell chats, pipelines and other tools what happens in the project. Nothing is sent until you add an endpoint."
    >
      <Fetched query={query} failure="The endpoints could not be read">
        {(webhooks) => (
          <Rows
            webhooks={webhooks}
            projectId={projectId}
            onEdit={(webhook) => show({ kind: 'form', webhook })}
            onLog={(webhook) => show({ kind: 'log', webhook })}
          />
        )}
      </Fetched>
      <div>
        <Button
          {...afterRemovalOf('endpoint')}
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={(query.data?.length ?? 0) >= WEBHOOKS_MAX}
          onClick={() => show({ kind: 'form' })}
        >
          Add Endpoint
        </Button>
      </div>
      <Dialog
        title={titleOf(opened)}
        opened={isOpen}
        size={opened?.kind === 'log' ? 'lg' : 'md'}
        onClose={() => setOpen(false)}
        onExitTransitionEnd={() => open(undefined)}
      >
        {opened?.kind === 'form' && (
          <WebhookForm
            projectId={projectId}
            webhook={opened.webhook}
            onClose={() => setOpen(false)}
            onSecret={(secret) => show({ kind: 'secret', secret })}
          />
        )}
        {opened?.kind === 'log' && <DeliveryLog projectId={projectId} webhook={opened.webhook} />}
        {opened?.kind === 'secret' && <SecretNotice secret={opened.secret} onClose={() => setOpen(false)} />}
      </Dialog>
    </Section>
  )
}

function titleOf(opened: Opened | undefined): string {
  if (opened?.kind === 'log') return `Deliveries to ${nameOf(opened.webhook)}`
  if (opened?.kind === 'secret') return 'Signing Secret'
  return opened?.webhook ? 'Edit Endpoint' : 'Add Endpoint'
}

type RowsProps = {
  webhooks: Webhook[]
  projectId: string
  onEdit: (webhook: Webhook) => void
  onLog: (webhook: Webhook) => void
}

function Rows({ webhooks, ...acts }: RowsProps) {
  if (webhooks.length === 0) return <Text>No endpoints</Text>
  return (
    <Paper component="ul" withBorder className="plain-list" aria-label="Endpoints">
      {webhooks.map((webhook) => (
        <WebhookRow key={webhook.id} webhook={webhook} {...acts} />
      ))}
    </Paper>
  )
}
