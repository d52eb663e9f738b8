import { Badge, Group, Text, Title } from '@mantine/core'
import { CodeBlock } from '#src/ui/code-block.tsx'
import { type Example, splitCall, toCurl, type Values } from './curl.ts'

type Props = { example: Example; values: Values; shownValues: Values }

/** One call: its path, curl command and response. */
export function EndpointExample({ example, values, shownValues }: Props) {
  const { method, path } = splitCall(example)
  return (
    <article>
      <Title order={3}>{example.title}</Title>
      <Group gap="xs" my={6} wrap="nowrap" c="dimmed">
        <Badge color={method === 'GET' ? 'blue' : 'teal'}>{method}</Badge>
        <code className="mono breakable">{path}</code>
      </Group>
      <CodeBlock
        label={example.title}
        text={toCurl(example, shownValues)}
        copied={toCurl(example, values)}
        copyLabel={`Copy: ${example.title}`}
      />
      <Text c="dimmed" size="sm" mt={6}>
        Answers {example.answers}
      </Text>
    </article>
  )
}
