import { Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ResultStatus } from '#shared/test-results/result-status.ts'
import { formatNumber } from '#src/lib/format.ts'
import { useSessionUser } from '#src/lib/session.ts'
import { toggled, toggledAll } from '#src/lib/toggled.ts'
import { CheckRow } from '#src/ui/check-row.tsx'
import { useMembers } from '../../../members/use-members.ts'
import { FilterChips } from '../../../test-cases/search/filter-chips.tsx'
import type { ChoiceProps } from '../choice.ts'
import classes from './choices.module.css'
import { PickedChoice } from './picked-choice.tsx'
import { RunChooser } from './run-chooser.tsx'
import { noSubmit, SearchInput } from './search-input.tsx'

const PARTS = {
  suites: SuiteChoice,
  filter: FilterChoice,
  picked: PickedChoice,
  failed: FailedChoice,
  assigned: AssignedChoice,
}

/** The controls of one kind of choice. The code loads while the dialog opens. */
export default function ChoicePart(props: ChoiceProps) {
  const { kind } = props.choice
  if (kind === 'everything') return null
  const Part = PARTS[kind]
  return <Part {...props} />
}

function AssignedChoice({ project, choice, onChange }: ChoiceProps) {
  const me = useSessionUser()
  const members = (useMembers(project.id).data ?? []).map(({ user }) => user)
  const people = members.toSorted((a, b) => Number(b.id === me?.id) - Number(a.id === me?.id))
  return (
    <Stack gap={8}>
      <NativeSelect
        label="Member"
        data={people.map(({ id, name }) => ({ value: id, label: id === me?.id ? `Me (${name})` : name }))}
        value={choice.assigneeId ?? ''}
        onChange={(event) => onChange({ assigneeId: event.currentTarget.value })}
      />
      <RunChooser projectId={project.id} run={choice.run} onChange={(run) => onChange({ run })} />
    </Stack>
  )
}

/** The cases that match a search, in the syntax of the Test Suites tab. */
function FilterChoice({ project, choice, onChange }: ChoiceProps) {
  const setFilter = (filter: string) => onChange({ filter })
  return (
    <Stack gap={8}>
      <TextInput
        type="search"
        aria-label="Search cases"
        placeholder={'refund suite:"Cart" tag:smoke,api priority:high -tag:slow'}
        autoComplete="off"
        spellCheck={false}
        value={choice.filter}
        onChange={(event) => setFilter(event.currentTarget.value)}
        onKeyDown={noSubmit}
      />
      <FilterChips projectId={project.id} suites={project.testSuites} filter={choice.filter} setFilter={setFilter} />
    </Stack>
  )
}

const OFFERED = ['failed', 'error', 'pending', 'skipped'] as const satisfies readonly ResultStatus[]

function FailedChoice({ project, choice, onChange }: ChoiceProps) {
  const { run, statuses } = choice
  const toggle = (status: ResultStatus) =>
    onChange({ statuses: OFFERED.filter((other) => statuses.includes(other) !== (other === status)) })
  return (
    <Stack gap={8}>
      <RunChooser projectId={project.id} run={run} onChange={(run) => onChange({ run })} />
      <Group gap="md" role="group" aria-label="Statuses">
        {OFFERED.map((status) => (
          <Checkbox
            key={status}
            label={run ? `${status} (${formatNumber(run.summary[status])})` : status}
            checked={statuses.includes(status)}
            onChange={() => toggle(status)}
          />
        ))}
      </Group>
    </Stack>
  )
}

function SuiteChoice({ project, choice, onChange }: ChoiceProps) {
  const [text, setText] = useState('')
  const word = text.trim().toLowerCase()
  const shown = project.testSuites.filter(({ number, name }) => `${number} ${name}`.toLowerCase().includes(word))
  const areAllTicked = shown.length > 0 && shown.every(({ id }) => choice.suiteIds.has(id))
  const tickShown = () =>
    onChange({
      suiteIds: toggledAll(
        choice.suiteIds,
        shown.map(({ id }) => id),
      ),
    })
  if (project.testSuites.length === 0)
    return (
      <Text p={8} c="dimmed">
        This project has no test suites.
      </Text>
    )
  return (
    <>
      <Group gap={8} wrap="nowrap" mb={4}>
        <SearchInput label="Search suites" text={text} onSearch={setText} />
        <Button variant="default" disabled={shown.length === 0} onClick={tickShown}>
          {areAllTicked ? 'Untick all' : 'Tick all'}
        </Button>
      </Group>
      <div role="group" aria-label="Suites" className={classes.list}>
        {shown.map(({ id, number, name, testCaseCount }) => (
          <CheckRow
            key={id}
            label={`${number} ${name}`}
            aside={formatNumber(testCaseCount)}
            isChecked={choice.suiteIds.has(id)}
            onToggle={() => onChange({ suiteIds: toggled(choice.suiteIds, id) })}
          />
        ))}
        {shown.length === 0 && (
          <Text p={8} c="dimmed">
            No suite matches
          </Text>
        )}
      </div>
    </>
  )
}
