import { Badge, Group, Paper, Stack, Text } from '@mantine/core'
import type { Delivery, Webhook } from '#shared/notifications/webhook.ts'
import { LOG_DAYS } from '#shared/notifications/webhook.ts'
import { useNextPage } from '#src/lib/use-next-page.ts'
import { BusyButton } from '#src/ui/busy-button.tsx'
import { CodeBlock } from '#src/ui/code-block.tsx'
import { Disclosure } from '#src/ui/disclosure.tsx'
import { Fetched } from '#src/ui/fetched.tsx'
import { Time } from '#src/ui/time.tsx'
import classes from '../shared-links.module.css'
import { useDeliveries, useResend } from './use-webhooks.ts'
import { EVENT_LABELS, STATE_LABELS } from './webhook-texts.ts'

const FAILURE = 'The log could not be read'

/** What an endpoint was sent, and what it answered. */
export function DeliveryLog({ projectId, webhook }: { projectId: string; webhook: Webhook }) {
  const query = useDeliveries(projectId, webhook.id)
  const { isLoading, load } = useNextPage(query, FAILURE)
  return (
    <Fetched query={query} failure={FAILURE} height={80}>
      {({ pages }) =>
        pages[0]?.length === 0 ? (
          <Text data-autofocus>Nothing was sent in the last {LOG_DAYS} days</Text>
        ) : (
          <Stack gap="sm">
            <Paper component="ul" withBorder className="plain-list" aria-label="Deliveries">
              {pages.flat().map((delivery) => (
                <DeliveryRow key={delivery.id} delivery={delivery} projectId={projectId} webhook={webhook} />
              ))}
            </Paper>
            {query.hasNextPage && (
              <BusyButton variant="default" isBusy={isLoading} onClick={load}>
                Show more
              </BusyButton>
            )}
          </Stack>
        )
      }
    </Fetched>
  )
}

const COLORS = { waiting: 'gray', delivered: 'teal', failed: 'red' } as const

type RowProps = { delivery: Delivery; projectId: string; webhook: Webhook }

function DeliveryRow({ delivery, projectId, webhook }: RowProps) {
  const { type, state, attempts, createdAt, nextAttemptAt, answer } = delivery
  const { resend, isPending } = useResend(projectId, webhook.id)
  const title = type === 'ping' ? 'Test' : EVENT_LABELS[type]
  return (
    <Stack component="li" className={classes.row} gap={4}>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Badge variant="light" color={COLORS[state]}>
            {STATE_LABELS[state]}
          </Badge>
          <Text>{title}</Text>
          <Text c="dimmed" size="sm">
            <Time iso={createdAt} as="second" />
          </Text>
        </Group>
        {state !== 'waiting' && (
          <BusyButton
            size="compact-sm"
            variant="default"
            disabled={!webhook.isActive}
            isBusy={isPending}
            onClick={() => resend(delivery.id)}
          >
            Send Again
          </BusyButton>
        )}
      </Group>
      {answer && (
        <Text c="dimmed" size="sm" className="breakable">
          {attempts === 1 ? '1 attempt' : `${attempts} attempts`}, the last one took {answer.durationMs} ms:{' '}
          {answer.error ?? `answered ${answer.status}`}
          {nextAttemptAt && (
            <>
              . Next attempt <Time iso={nextAttemptAt} as="second" />
            </>
          )}
        </Text>
      )}
      {answer && (
        <Disclosure label="Request and answer">
          <Stack gap="xs" mt={4}>
            {delivery.request !== null && (
              <CodeBlock text={indented(delivery.request)} label="Request" copyLabel="Copy request" />
            )}
            <CodeBlock text={answer.body || 'No text'} label="Answer" copyLabel="Copy answer" />
          </Stack>
        </Disclosure>
      )}
    </Stack>
  )
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}
