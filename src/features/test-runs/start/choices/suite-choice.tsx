import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { formatNumber } from '#src/lib/format.ts'
import { toggled, toggledAll } from '#src/lib/toggled.ts'
import { CheckRow } from '#src/ui/check-row.tsx'
import type { ChoiceProps } from '../choice.ts'
import classes from './choices.module.css'
import { SearchInput } from './search-input.tsx'

export function SuiteChoice({ project, choice, onChange }: ChoiceProps) {
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
