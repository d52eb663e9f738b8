import { useCallback, useState } from 'react'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { toggled } from '#src/lib/toggled.ts'
import { GroupedList } from '#src/ui/grouped-list.tsx'
import { ResultRow } from './result-row.tsx'
import { SuiteResultsHead } from './suite-results-head.tsx'
import type { SuiteCount } from './store/filter-snapshot.ts'
import type { ResultPosition } from './store/result-pages.ts'

const HEAD_HEIGHT = 56
const ROW_HEIGHT = 51

type Props = {
  run: TestRunOverview
  /** The number of rows of each suite. */
  counts: SuiteCount[]
  positionAt: (suiteId: string, position: number) => ResultPosition
  isEditable: boolean
}

export function ResultGroups({ run, counts, positionAt, isEditable }: Props) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback((resultId: string) => setOpened((opened) => toggled(opened, resultId)), [])
  const groups = counts.map(({ suiteId, count }) => ({ key: suiteId, count, isOpen: !closed.has(suiteId) }))
  const byId = new Map(run.suites.map((suite) => [suite.id, suite]))
  const suiteAt = (group: number) => byId.get(counts[group]?.suiteId ?? '') as TestRunOverview['suites'][number]
  return (
    <GroupedList
      groups={groups}
      headHeight={HEAD_HEIGHT}
      rowHeight={ROW_HEIGHT}
      renderHead={(group) => (
        <SuiteResultsHead
          suite={suiteAt(group)}
          isOpen={!closed.has(suiteAt(group).id)}
          onToggle={() => setClosed(toggled(closed, suiteAt(group).id))}
        />
      )}
      renderRow={(group, position) => (
        <ResultRow
          testRunId={run.id}
          position={positionAt(suiteAt(group).id, position)}
          number={`${suiteAt(group).number}.${position + 1}`}
          isEditable={isEditable}
          opened={opened}
          onToggle={toggle}
        />
      )}
    />
  )
}
