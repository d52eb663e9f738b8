import { Stack, Text, Title, Badge, Group, Paper, SimpleGrid } from '@mantine/core'
import { CodeBlock } from '#src/ui/code-block.tsx'
import { fillIn, type Example, splitCall, toCurl, type Values } from './curl.ts'
import { FillInCard } from './fill-in-card.tsx'
import classes from './guide.module.css'
import { SECTIONS } from './sections.ts'
import { useExampleValues } from './use-example-values.ts'
import { WORKFLOWS } from './workflows.ts'
import { IconHandClick, IconRobot } from '@tabler/icons-react'

const CONTENTS = [
  { id: 'base-url', title: 'Base URL' },
  { id: 'case-types', title: 'Test Case Types' },
  ...SECTIONS,
  { id: 'workflows', title: 'Sample Workflows' },
]

export function Guide() {
  const examples = useExampleValues()
  const { values, shownValues } = examples
  return (
    <div className={classes.columns}>
      <nav aria-label="On this page" className={classes.contents}>
        {CONTENTS.map(({ id, title }) => (
          <a key={id} href={`#${id}`}>
            {title}
          </a>
        ))}
      </nav>
      <Stack gap="xl" className={classes.text}>
        <FillInCard examples={examples} />
        <CaseTypes />
        {SECTIONS.map(({ id, title, intro, examples }) => (
          <section key={id} aria-labelledby={id}>
            <Title order={2} id={id} className={classes.heading}>
              {title}
            </Title>
            <Text mb="md">{intro}</Text>
            <Stack gap="lg">
              {examples.map((example) => (
                <EndpointExample key={example.title} example={example} values={values} shownValues={shownValues} />
              ))}
            </Stack>
          </section>
        ))}
        <section aria-labelledby="workflows">
          <Title order={2} id="workflows" className={classes.heading}>
            Sample Workflows
          </Title>
          <Stack gap="lg">
            {WORKFLOWS.map(({ title, intro, script }) => (
              <article key={title}>
                <Title order={3}>{title}</Title>
                <Text mt={4} mb="xs">
                  {intro}
                </Text>
                <CodeBlock
                  label={title}
                  text={fillIn(script, shownValues)}
                  copied={fillIn(script, values)}
                  copyLabel={`Copy: ${title}`}
                />
              </article>
            ))}
          </Stack>
        </section>
      </Stack>
    </div>
  )
}

type Props = { example: Example; values: Values; shownValues: Values }

function EndpointExample({ example, values, shownValues }: Props) {
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

const TYPES = [
  {
    icon: IconHandClick,
    name: 'Manual',
    value: 'manual',
    text:
      'A person looks, and enters what they saw. The case says what to expect: ' +
      'a string, a number or a boolean, and its value.',
  },
  {
    icon: IconRobot,
    name: 'Automated',
    value: 'automated',
    text:
      'A program checks, and sends what it expected and what it got with each execution. ' +
      'Answers show this type as auto.',
  },
]

function CaseTypes() {
  return (
    <section aria-labelledby="case-types">
      <Title order={2} id="case-types" className={classes.heading}>
        Test Case Types
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        {TYPES.map(({ icon: Icon, name, value, text }) => (
          <Paper key={value} withBorder p="md">
            <Title order={3} className={classes.type}>
              <Icon size={16} stroke={1.6} aria-hidden /> {name} <code className="mono">{value}</code>
            </Title>
            <Text c="dimmed" size="sm" mt={4}>
              {text}
            </Text>
          </Paper>
        ))}
      </SimpleGrid>
    </section>
  )
}
