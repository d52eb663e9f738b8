import { Checkbox, Group, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { EVENT_TYPES, type EventType, FORMS, STATUS_EVENTS, STATUS_FORMS, WHEN } from '#shared/notifications/event.ts'
import { addressProblem, CreateWebhook, type Webhook } from '#shared/notifications/webhook.ts'
import { trpc } from '#src/lib/trpc.ts'
import { BusyButton } from '#src/ui/busy-button.tsx'
import { Form } from '#src/ui/form.tsx'
import { useRotateSecret, useSaveWebhook } from './use-webhooks.ts'
import { EVENT_LABELS, FORM_LABELS, URL_HINTS, WHEN_LABELS } from './webhook-texts.ts'

type Props = {
  projectId: string
  webhook: Webhook | undefined
  onClose: () => void
  onSecret: (secret: string) => void
}

const invalidFields = schemaResolver(CreateWebhook.omit({ id: true }), { sync: true })

export function WebhookForm({ projectId, webhook, onClose, onSecret }: Props) {
  const { save, isSaving, refusal } = useSaveWebhook(projectId, webhook, ({ secret }) =>
    secret ? onSecret(secret) : onClose(),
  )
  const form = useForm({
    initialValues: {
      form: webhook?.form ?? 'slack',
      url: webhook?.url ?? '',
      token: '',
      events: webhook?.events ?? (['run.completed'] as EventType[]),
      when: webhook?.when ?? 'every',
      branch: webhook?.branch ?? '',
      environment: webhook?.environment ?? '',
    },
    transformValues: (values) => ({ ...values, events: eventsOf(values) }),
    validate: (values) => {
      const problem = addressProblem(values.form, values.url.trim())
      const events = eventsOf(values)
      return {
        ...(problem !== null && { url: problem }),
        ...invalidFields({ ...values, events }),
        ...(events.length === 0 && { events: 'Choose at least one event' }),
      }
    },
  })
  const { form: kind, events } = form.getValues()
  const isStatus = STATUS_FORMS.includes(kind)
  const { data: mine } = trpc.notices.settings.useQuery()
  const forms = FORMS.filter((value) => value !== 'mail' || mine?.isMailOn || kind === 'mail')
  return (
    <Form
      form={form}
      onSubmit={save}
      onCancel={onClose}
      submitLabel={webhook ? 'Save Changes' : 'Add Endpoint'}
      isBusy={isSaving}
      refusal={refusal}
      footer={
        webhook?.form === 'webhook' && <NewSecret projectId={projectId} webhookId={webhook.id} onSecret={onSecret} />
      }
    >
      <NativeSelect
        label="Sends"
        data={forms.map((value) => ({ value, label: FORM_LABELS[value] }))}
        disabled={webhook !== undefined}
        {...form.getInputProps('form')}
      />
      <TextInput
        label="Address"
        required
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        placeholder={URL_HINTS[kind]}
        description={DESCRIPTIONS[kind]}
        {...form.getInputProps('url')}
      />
      {isStatus ? (
        <TextInput
          label="Token"
          type="password"
          autoComplete="off"
          required={!webhook}
          description={
            webhook ? 'Empty: the one that was entered stays' : 'It needs to write commit statuses, nothing more'
          }
          {...form.getInputProps('token')}
        />
      ) : (
        <Checkbox.Group label="Events" {...form.getInputProps('events')}>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={6} mt={4}>
            {inOrder.map((type) => (
              <Checkbox key={type} value={type} label={EVENT_LABELS[type]} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
      )}
      {!isStatus && events.includes('run.completed') && (
        <NativeSelect
          label="Ended runs"
          data={WHEN.map((value) => ({ value, label: WHEN_LABELS[value] }))}
          {...form.getInputProps('when')}
        />
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label="Branch" placeholder="Any" autoComplete="off" {...form.getInputProps('branch')} />
        <TextInput label="Environment" placeholder="Any" autoComplete="off" {...form.getInputProps('environment')} />
      </SimpleGrid>
    </Form>
  )
}

/** A commit status has its own. */
const eventsOf = ({ form, events }: Pick<Webhook, 'form' | 'events'>) =>
  STATUS_FORMS.includes(form) ? STATUS_EVENTS : events

const DESCRIPTIONS: Partial<Record<Webhook['form'], string>> = {
  mail: 'Whoever gets the mails can turn them off with a link in them',
  github: 'The API address of the project there',
  gitlab: 'The API address of the project there',
}

/** The most wanted first. */
const inOrder = Object.keys(EVENT_LABELS).filter((type): type is EventType => EVENT_TYPES.includes(type as EventType))

type NewSecretProps = { projectId: string; webhookId: string; onSecret: (secret: string) => void }

function NewSecret({ projectId, webhookId, onSecret }: NewSecretProps) {
  const { askAndRotate, isPending } = useRotateSecret(projectId, webhookId, onSecret)
  return (
    <Group>
      <BusyButton variant="default" isBusy={isPending} onClick={askAndRotate}>
        New Secret
      </BusyButton>
    </Group>
  )
}
