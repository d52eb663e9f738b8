import { Menu, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { PRIORITIES } from '#shared/test-cases/test-case.ts'
import { formatNumber } from '#src/lib/format.ts'
import { trpc } from '#src/lib/trpc.ts'
import { useCaseList } from '../list/case-list.tsx'
import { type CaseQueryField, valuesIn, withValue } from './case-filter.ts'
import classes from './case-search.module.css'

const TAGS = 30
const SUITES = 100

/** Buttons that edit the text of the search: each adds or removes a value of a field. */
export function CaseChips() {
  const { allSuites } = useCaseList()
  return (
    <div role="group" aria-label="Filter cases" className={classes.chips}>
      <Chip field="priority" label="Priority" values={PRIORITIES.map((value) => ({ value, label: value }))} />
      <Chip
        field="type"
        label="Type"
        values={[
          { value: 'manual', label: 'manual' },
          { value: 'auto', label: 'automated' },
        ]}
      />
      <TagChip />
      <Chip
        field="suite"
        label="Suite"
        values={allSuites.slice(0, SUITES).map(({ name }) => ({ value: name, label: name }))}
      />
    </div>
  )
}

/** The most used tags, read when the menu opens. */
function TagChip() {
  const { project } = useCaseList()
  const [isOpened, setOpened] = useState(false)
  const { data, isPending } = trpc.testCases.tags.useQuery({ id: project.id }, { enabled: isOpened })
  const values = (data ?? []).slice(0, TAGS)
  return (
    <Chip
      field="tag"
      label="Tag"
      values={values.map(({ tag, count }) => ({ value: tag, label: `${tag} (${formatNumber(count)})` }))}
      whenEmpty={isPending ? 'Loading tags…' : 'No case has a tag'}
      onOpen={() => setOpened(true)}
    />
  )
}

type ChipProps = {
  field: CaseQueryField
  label: string
  values: { value: string; label: string }[]
  whenEmpty?: string
  onOpen?: () => void
}

function Chip({ field, label, values, whenEmpty, onOpen }: ChipProps) {
  const { filter, setFilter } = useCaseList()
  const chosen = valuesIn(filter, field)
  const isChosen = (value: string) => chosen.some((other) => other.toLowerCase() === value.toLowerCase())
  return (
    <Menu
      closeOnItemClick={false}
      position="bottom-start"
      withInitialFocusPlaceholder={false}
      {...(onOpen && { onOpen })}
    >
      <Menu.Target>
        <UnstyledButton className={classes.chip} data-chosen={chosen.length > 0 || undefined}>
          {chosen.length > 0 ? `${label}: ${chosen.join(', ')}` : label}
          <IconChevronDown size={12} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        {values.length === 0 && whenEmpty && <Menu.Label>{whenEmpty}</Menu.Label>}
        {values.map(({ value, label }) => (
          <Menu.CheckboxItem
            key={value}
            checked={isChosen(value)}
            onChange={() => setFilter(withValue(filter, field, value))}
          >
            {label}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
