import { useState } from 'react'
import { PRIORITIES } from '#shared/test-cases/test-case.ts'
import { formatNumber } from '#src/lib/format.ts'
import { trpc } from '#src/lib/trpc.ts'
import { QueryChip } from '#src/ui/query-chip.tsx'
import chips from '#src/ui/search-field.module.css'
import { useCaseList } from '../list/case-list.tsx'
import { type CaseQueryField, valuesIn, withValue } from './case-filter.ts'

const TAGS = 30
const SUITES = 100

/** Buttons that edit the text of the search: each adds or removes a value of a field. */
export function CaseChips() {
  const { allSuites } = useCaseList()
  return (
    <div role="group" aria-label="Filter cases" className={chips.chips}>
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

function Chip({ field, ...chip }: ChipProps) {
  const { filter, setFilter } = useCaseList()
  return (
    <QueryChip
      {...chip}
      chosen={valuesIn(filter, field)}
      onToggle={(value) => setFilter(withValue(filter, field, value))}
    />
  )
}
