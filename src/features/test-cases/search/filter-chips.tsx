import { useState } from 'react'
import { PRIORITIES } from '#shared/test-cases/case-enums.ts'
import { formatNumber } from '#src/lib/format.ts'
import { trpc } from '#src/lib/trpc.ts'
import { QueryChip } from '#src/ui/query-chip.tsx'
import chips from '#src/ui/search-field.module.css'
import { type CaseQueryField, valuesIn, withValue } from './case-filter.ts'

const TAGS = 30
const SUITES = 100

type Props = {
  projectId: string
  suites: readonly { name: string }[]
  filter: string
  setFilter: (filter: string) => void
}

export function FilterChips({ projectId, suites, filter, setFilter }: Props) {
  const search = { filter, setFilter }
  return (
    <div role="group" aria-label="Filter cases" className={chips.chips}>
      <Chip
        {...search}
        field="priority"
        label="Priority"
        values={PRIORITIES.map((value) => ({ value, label: value }))}
      />
      <Chip
        {...search}
        field="type"
        label="Type"
        values={[
          { value: 'manual', label: 'manual' },
          { value: 'auto', label: 'automated' },
        ]}
      />
      <TagChip {...search} projectId={projectId} />
      <Chip
        {...search}
        field="suite"
        label="Suite"
        values={suites.slice(0, SUITES).map(({ name }) => ({ value: name, label: name }))}
      />
    </div>
  )
}

type SearchProps = Pick<Props, 'filter' | 'setFilter'>

/** The most used tags, loaded when the menu opens. */
function TagChip({ projectId, ...search }: SearchProps & { projectId: string }) {
  const [isOpened, setOpened] = useState(false)
  const { data, isPending } = trpc.testCases.tags.useQuery({ id: projectId }, { enabled: isOpened })
  const values = (data ?? []).slice(0, TAGS)
  return (
    <Chip
      {...search}
      field="tag"
      label="Tag"
      values={values.map(({ tag, count }) => ({ value: tag, label: `${tag} (${formatNumber(count)})` }))}
      whenEmpty={isPending ? 'Loading tags…' : 'No case has a tag'}
      onOpen={() => setOpened(true)}
    />
  )
}

type ChipProps = SearchProps & {
  field: CaseQueryField
  label: string
  values: { value: string; label: string }[]
  whenEmpty?: string
  onOpen?: () => void
}

function Chip({ filter, setFilter, field, ...chip }: ChipProps) {
  return (
    <QueryChip
      {...chip}
      chosen={valuesIn(filter, field)}
      onToggle={(value) => setFilter(withValue(filter, field, value))}
    />
  )
}
