import { useCallback, useState } from 'react'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { toggled } from '#src/lib/toggled.ts'
import { GroupedList } from '#src/ui/grouped-list.tsx'
import { ResultRow } from './result-row.tsx'
import { SuiteResultsHead } from './suite-results-head.tsx'
import type { ResultPlace } from './use-test-results.ts'

const HEAD_HEIGHT = 56
const ROW_HEIGHT = 51

export type SuiteCount = { suiteId: string; count: number }

type Props = {
  run: TestRunOverview
  /** How many results each suite shows. */
  counts: SuiteCount[]
  placeAt: (suiteId: string, position: number) => ResultPlace
  isEditable: boolean
}

export function ResultGroups({ run, counts, placeAt, isEditable }: Props) {
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
          place={placeAt(suiteAt(group).id, position)}
          number={`${suiteAt(group).number}.${position + 1}`}
          isEditable={isEditable}
          opened={opened}
          onToggle={toggle}
        />
      )}
    />
  )
}
