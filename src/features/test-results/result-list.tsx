import { Kbd, Text } from '@mantine/core'
import type { ResultStatus } from '#shared/test-results/result-status.ts'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { FilteredResults } from './filtered-results.tsx'
import { ResultFilter } from './result-filter.tsx'
import { ResultGroups } from './result-groups.tsx'
import { positionAt } from './store/result-pages.ts'
import { VALUE_LIST } from './value-focus.ts'

type Props = {
  run: TestRunOverview
  isEditable: boolean
  /** Shows only results of this status. */
  status: ResultStatus | null
  onShowStatus: (status: ResultStatus | null) => void
}

/** The results of a run, one panel for each suite. */
export function ResultList({ run, isEditable, status, onShowStatus }: Props) {
  return (
    <div {...(isEditable && { [VALUE_LIST]: '' })}>
      <ResultFilter status={status} onShow={onShowStatus} />
      {isEditable && <KeyboardHint />}
      {status === null ? (
        <ResultGroups run={run} counts={run.suites.map(countAll)} positionAt={positionAt} isEditable={isEditable} />
      ) : (
        <FilteredResults
          key={status}
          run={run}
          status={status}
          isEditable={isEditable}
          onShowAll={() => onShowStatus(null)}
        />
      )}
    </div>
  )
}

const countAll = ({ id, summary }: TestRunOverview['suites'][number]) => ({ suiteId: id, count: summary.total })

function KeyboardHint() {
  return (
    <Text size="sm" c="dimmed" mb="xs" visibleFrom="md">
      <Kbd size="xs">Enter</Kbd> saves and goes on, <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> move between values,{' '}
      <Kbd size="xs">T</Kbd> and <Kbd size="xs">F</Kbd> answer true or false
    </Text>
  )
}
