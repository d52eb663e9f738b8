import { Badge, Group, Text, Title } from '@mantine/core'
import { type Example, toCurl, type Values } from './curl.ts'
import { CodeBlock } from './code-block.tsx'
import classes from './guide.module.css'

type Props = { example: Example; values: Values; shownValues: Values }

/** One call: its address, the command that makes it, and what it answers. */
export function EndpointExample({ example, values, shownValues }: Props) {
  return (
    <article>
      <Title order={3}>{example.title}</Title>
      <Group gap="xs" my={6} wrap="nowrap" className={classes.address}>
        <Badge color={example.method === 'GET' ? 'blue' : 'teal'} className={classes.method}>
          {example.method}
        </Badge>
        <code className="mono breakable">{example.path}</code>
      </Group>
      <CodeBlock
        code={toCurl(example, shownValues)}
        copied={toCurl(example, values)}
        copyLabel={`Copy: ${example.title}`}
      />
      <Text c="dimmed" size="sm" mt={6}>
        Answers {example.answers}
      </Text>
    </article>
  )
}
