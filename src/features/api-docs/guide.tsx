import { Stack, Text, Title } from '@mantine/core'
import { CodeBlock } from '#src/ui/code-block.tsx'
import { CaseTypes } from './case-types.tsx'
import { fillIn } from './curl.ts'
import { EndpointExample } from './endpoint-example.tsx'
import { FillInCard } from './fill-in-card.tsx'
import classes from './guide.module.css'
import { SECTIONS } from './sections.ts'
import { useExampleValues } from './use-example-values.ts'
import { WORKFLOWS } from './workflows.ts'

const CONTENTS = [
  { id: 'base-url', title: 'Base URL' },
  { id: 'case-types', title: 'Test Case Types' },
  ...SECTIONS,
  { id: 'workflows', title: 'Sample Workflows' },
]

/** The API in prose, with commands to copy. */
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
