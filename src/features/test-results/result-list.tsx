import { useMemo, useState } from 'react'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { GroupedList } from '#src/ui/grouped-list.tsx'
import { KeyboardHint } from './keyboard-hint.tsx'
import { ResultRow } from './result-row.tsx'
import { SuiteResultsHead } from './suite-results-head.tsx'
import { VALUE_LIST } from './value-focus.ts'

const HEAD_HEIGHT = 56
const ROW_HEIGHT = 51

/** The results of a run, one panel for each suite. */
export function ResultList({ run, isEditable }: { run: TestRunOverview; isEditable: boolean }) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const groups = useMemo(
    () => run.suites.map(({ id, summary }) => ({ key: id, count: summary.total, isOpen: !closed.has(id) })),
    [run.suites, closed],
  )
  const toggle = (id: string) => {
    const next = new Set(closed)
    if (!next.delete(id)) next.add(id)
    setClosed(next)
  }
  const suiteAt = (group: number) => run.suites[group] as TestRunOverview['suites'][number]
  return (
    <div {...{ [VALUE_LIST]: '' }}>
      {isEditable && <KeyboardHint />}
      <GroupedList
        groups={groups}
        headHeight={HEAD_HEIGHT}
        rowHeight={ROW_HEIGHT}
        renderHead={(group) => (
          <SuiteResultsHead suite={suiteAt(group)} isOpen={!closed.has(suiteAt(group).id)} onToggle={() => toggle(suiteAt(group).id)} />
        )}
        renderRow={(group, row) => (
          <ResultRow testRunId={run.id} suite={suiteAt(group)} position={row} isEditable={isEditable} />
        )}
      />
    </div>
  )
}
