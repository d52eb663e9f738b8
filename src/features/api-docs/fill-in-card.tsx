import { Group, NativeSelect, Switch, Text } from '@mantine/core'
import { CopyButton } from '#src/ui/copy-button.tsx'
import { Fetched } from '#src/ui/fetched.tsx'
import { Section } from '#src/ui/section.tsx'
import classes from './guide.module.css'
import type { ExampleValues } from './use-example-values.ts'

export function FillInCard({ examples }: { examples: ExampleValues }) {
  const { query, values } = examples
  return (
    <Section title="Base URL" id="base-url">
      <Group gap={6} my={4} wrap="nowrap">
        <code className="mono breakable">{values.baseUrl}</code>
        <CopyButton value={values.baseUrl} label="Copy base URL" />
      </Group>
      <Text c="dimmed" size="sm">
        All calls take and answer JSON. Send a person’s access token as{' '}
        <code className="mono">Authorization: Bearer</code>, or a project’s id and client secret as user and password (
        <code className="mono">curl -u</code>).
      </Text>
      <Fetched query={query} failure="Failed to fetch projects" height={56}>
        {(projects) =>
          projects.length === 0 ? (
            <Text size="sm" mt="sm">
              Create a project, and the examples below are filled in with its id and secret.
            </Text>
          ) : (
            <Choice projects={projects} examples={examples} />
          )
        }
      </Fetched>
    </Section>
  )
}

type ChoiceProps = { projects: { id: string; name: string }[]; examples: ExampleValues }

function Choice({ projects, examples }: ChoiceProps) {
  const { project, choose, isSecretKnown, isSecretShown, showSecret } = examples
  return (
    <div className={classes.fillIn}>
      <NativeSelect
        label="Project"
        description="Fills in the examples below"
        data={projects.map(({ id, name }) => ({ value: id, label: name }))}
        value={project?.id}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {isSecretKnown ? (
        <Switch
          label="Show client secret"
          checked={isSecretShown}
          onChange={(event) => showSecret(event.currentTarget.checked)}
        />
      ) : (
        <Text size="sm" c="dimmed">
          Ask the owner of this project for its client secret.
        </Text>
      )}
    </div>
  )
}
