import { Button, Group, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { CASE_IDS_MAX } from '#shared/limits.ts'
import { messageOf } from '#src/lib/errors.ts'
import { formatNumber } from '#src/lib/format.ts'
import { trpcClient } from '#src/lib/trpc-client.ts'
import { toastError, toastWarning } from '#src/lib/toast.ts'
import { toggled, toggledAll } from '#src/lib/toggled.ts'
import { ErrorState } from '#src/ui/error-state.tsx'
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx'
import { toCaseFilter } from '../../../test-cases/search/case-filter.ts'
import { useFoundCases } from '../../../test-cases/search/use-found-cases.ts'
import type { ChoiceProps } from '../choice.ts'
import { PickList } from './pick-list.tsx'
import { SearchInput } from './search-input.tsx'

const PAUSE_MS = 100

export function PickedChoice({ project, choice, onChange }: ChoiceProps) {
  const { caseIds } = choice
  const [text, setText] = useState('')
  const [filter] = useDebouncedValue(text.trim(), PAUSE_MS)
  const search = useFoundCases(project, filter)
  const groups = useMemo(
    () =>
      search.found?.groups ??
      project.testSuites.flatMap((suite) => (suite.testCaseCount > 0 ? { suite, cases: null } : [])),
    [search.found, project.testSuites],
  )
  /** Ticks the shown cases, or those of a suite; unticks them if all are ticked. */
  const tick = async (testSuiteId?: string) => {
    const wanted = toCaseFilter(filter, project.testSuites)
    if (!wanted) return
    const { ids, isMore } = await trpcClient.testCases.matchIds.query({
      id: project.id,
      ...wanted,
      ...(testSuiteId !== undefined && { testSuiteId: [testSuiteId] }),
    })
    if (isMore) toastWarning(`Only the first ${formatNumber(CASE_IDS_MAX)} cases are ticked`)
    onChange((now) => ({ caseIds: toggledAll(now.caseIds, ids) }))
  }
  const tickShown = (testSuiteId?: string) =>
    void tick(testSuiteId).catch((error: unknown) => toastError(messageOf(error, 'Failed to fetch project data')))
  return (
    <>
      <Group gap={8} wrap="nowrap" mb={4}>
        <SearchInput label="Search cases" text={text} onSearch={setText} />
        <Button variant="default" disabled={groups.length === 0} onClick={() => tickShown()}>
          Tick all
        </Button>
        <Button variant="default" disabled={caseIds.size === 0} onClick={() => onChange({ caseIds: new Set() })}>
          Untick all
        </Button>
      </Group>
      {search.error ? (
        <ErrorState message={messageOf(search.error, 'Failed to fetch project data')} onRetry={search.retry} />
      ) : filter !== '' && !search.found ? (
        <RowsSkeleton rows={4} height={28} />
      ) : groups.length === 0 ? (
        <Text p={8} c="dimmed">
          {filter === '' ? 'This project has no test cases.' : 'No case matches'}
        </Text>
      ) : (
        <PickList
          groups={groups}
          isOld={search.isOld}
          ticked={caseIds}
          onToggle={(id) => onChange((now) => ({ caseIds: toggled(now.caseIds, id) }))}
          onToggleSuite={tickShown}
          onEnd={search.loadMore}
        />
      )}
    </>
  )
}
