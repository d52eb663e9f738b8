import { Stack, TextInput } from '@mantine/core'
import { FilterChips } from '../../../test-cases/search/filter-chips.tsx'
import type { ChoiceProps } from '../choice.ts'
import { noSubmit } from './search-input.tsx'

/** The cases that match a search, in the syntax of the Test Suites tab. */
export function FilterChoice({ project, choice, onChange }: ChoiceProps) {
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
