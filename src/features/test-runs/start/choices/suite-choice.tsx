import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { formatNumber } from '#src/lib/format.ts'
import { toggled } from '#src/lib/toggled.ts'
import { CheckRow } from '#src/ui/check-row.tsx'
import type { ChoiceProps } from '../choice.ts'
import { noSubmit } from './no-submit.ts'
import classes from './choices.module.css'

export function SuiteChoice({ project, choice, onChange }: ChoiceProps) {
  const [text, setText] = useState('')
  const word = text.trim().toLowerCase()
  const shown = project.testSuites.filter(({ number, name }) => `${number} ${name}`.toLowerCase().includes(word))
  const areAllTicked = shown.length > 0 && shown.every(({ id }) => choice.suiteIds.has(id))
  const tickShown = () => {
    const next = new Set(choice.suiteIds)
    for (const { id } of shown) {
      if (areAllTicked) next.delete(id)
      else next.add(id)
    }
    onChange({ suiteIds: next })
  }
  if (project.testSuites.length === 0)
    return (
      <Text p={8} c="dimmed">
        This project has no test suites.
      </Text>
    )
  return (
    <>
      <Group gap={8} wrap="nowrap" mb={4}>
        <TextInput
          type="search"
          size="xs"
          flex={1}
          miw={0}
          aria-label="Search suites"
          placeholder="Search suites"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={noSubmit}
        />
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
