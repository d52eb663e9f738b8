import { ActionIcon, Group } from '@mantine/core'
import { memo } from 'react'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { Chevron } from '#src/ui/chevron.tsx'
import grid from '#src/ui/grid/grid.module.css'
import { StatusCounts } from '#src/ui/status-counts.tsx'
import { columns } from './result-row.tsx'

type Props = {
  suite: TestRunOverview['suites'][number]
  isOpen: boolean
  /** For `aria-rowindex` and the virtualizer. */
  index: number
  onToggle: (suiteId: string) => void
}

/** The head of a suite, with the counts of its results. */
export const SuiteRow = memo(function SuiteRow({ suite, isOpen, index, onToggle }: Props) {
  return (
    <div role="row" aria-rowindex={index + 2} data-index={index} className={grid.head}>
      <div role="gridcell" aria-colspan={columns.count}>
        <Group
          role="group"
          aria-label={`${suite.number} ${suite.name}`}
          wrap="nowrap"
          gap={6}
          h="calc(var(--suite-head-height) - 1px)"
          pl={4}
          pr={8}
        >
          <ActionIcon
            size={24}
            aria-label={isOpen ? 'Collapse results' : 'Expand results'}
            aria-expanded={isOpen}
            onClick={() => onToggle(suite.id)}
          >
            <Chevron isOpen={isOpen} />
          </ActionIcon>
          <Group component="h3" flex={1} gap={8} wrap="nowrap" className={grid.title}>
            <span className={grid.number}>{suite.number}</span>
            <span className="one-line" dir="auto" title={suite.name}>
              {suite.name}
            </span>
          </Group>
          <StatusCounts isLine summary={suite.summary} />
        </Group>
      </div>
    </div>
  )
})
