import { Button, Group, Text } from '@mantine/core'
import { IconFilterOff } from '@tabler/icons-react'
import { useRef } from 'react'
import type { ResultStatus } from '#shared/test-results/result-status.ts'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ResultGroups } from './result-groups.tsx'
import { useFrozenResults } from './use-frozen-results.ts'

type Props = { run: TestRunOverview; status: ResultStatus; isEditable: boolean; onShowAll: () => void }

/** The results at one status. What is recorded meanwhile stays in its place until the list is read again. */
export function FrozenResults({ run, status, isEditable, onShowAll }: Props) {
  const { counts, placeAt, opened, hasChanged, readAgain } = useFrozenResults(run, status)
  const list = useRef<HTMLDivElement>(null)
  const readAndGoThere = () => {
    readAgain()
    // The button goes with the notice, and the focus would fall back to the top of the page.
    list.current?.focus({ preventScroll: true })
  }
  return (
    <>
      {/* Its line is there before it is needed: what it tells of comes while somebody reaches for a row below. */}
      <Group gap="xs" mb="xs" mih={26} role="status">
        {hasChanged && (
          <>
            <Text size="sm">Results have been recorded meanwhile.</Text>
            <Button size="compact-sm" variant="default" onClick={readAndGoThere}>
              Read again
            </Button>
          </>
        )}
      </Group>
      <div ref={list} tabIndex={-1} style={{ outline: 'none' }}>
        {counts.length === 0 ? (
          <EmptyState icon={IconFilterOff} title={`No ${status} results`} hint="The run has results at other statuses.">
            <Button variant="default" onClick={onShowAll}>
              Show all results
            </Button>
          </EmptyState>
        ) : (
          <ResultGroups key={opened} run={run} counts={counts} placeAt={placeAt} isEditable={isEditable} />
        )}
      </div>
    </>
  )
}
