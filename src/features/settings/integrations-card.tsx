import { Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { Arrival } from '#shared/arrivals/arrival.ts'
import type { ProjectOverview } from '#shared/projects/project.ts'
import { basePath } from '#src/lib/base-path.ts'
import { messageOf } from '#src/lib/errors.ts'
import { trpc } from '#src/lib/trpc.ts'
import { CodeBlock } from '#src/ui/code-block.tsx'
import { RowError } from '#src/ui/row-error.tsx'
import { Section } from '#src/ui/section.tsx'
import { Time } from '#src/ui/time.tsx'
import { HIDDEN_SECRET, INTEGRATIONS } from './integrations.ts'

/** How other tools send results here, and when they last did. The secret is in the variables only while it is shown. */
export function IntegrationsCard({ project, isSecretShown }: { project: ProjectOverview; isSecretShown: boolean }) {
  const { data, error, refetch } = trpc.arrivals.list.useQuery({ id: project.id })
  const secret = (isSecretShown && project.clientSecret) || HIDDEN_SECRET
  const values = { origin: location.origin + basePath, projectId: project.id, secret }
  return (
    <Section title="Integrations">
      <Stack gap="lg">
        <Text c="dimmed">
          Pipelines that talk to TestRail or Qase, or write reports, send their results here with these variables.
        </Text>
        {error && (
          <RowError message={messageOf(error, 'The arrivals could not be read')} onRetry={() => void refetch()} />
        )}
        {INTEGRATIONS.map(({ door, title, text, variables }) => (
          <Stack key={title} gap={4} component="section" aria-label={title}>
            <Group justify="space-between" gap="xs">
              <Title order={3}>{title}</Title>
              {!error && door && <LastReceived arrivals={data} door={door} />}
            </Group>
            <Text c="dimmed">{text}</Text>
            <CodeBlock
              text={variables(values).join('\n')}
              label={`Variables of ${title}`}
              copyLabel={`Copy ${title}`}
            />
          </Stack>
        ))}
      </Stack>
    </Section>
  )
}

function LastReceived({ arrivals, door }: { arrivals: Arrival[] | undefined; door: Arrival['door'] }) {
  if (!arrivals) return <Skeleton h={16} w={140} />
  const receivedAt = arrivals.find((arrival) => arrival.door === door)?.receivedAt
  if (!receivedAt) return <Text c="dimmed">Nothing received yet</Text>
  return (
    <Text>
      Last received <Time iso={receivedAt} as="relative" />
    </Text>
  )
}
