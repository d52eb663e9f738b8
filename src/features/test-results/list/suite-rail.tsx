import { Box, Group, UnstyledButton } from '@mantine/core'
import { memo } from 'react'
import { failingOf } from '#shared/test-runs/summary.ts'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { formatNumber } from '#src/lib/format.ts'
import { StatusMark } from '#src/ui/status.tsx'
import { moveCursor } from '../../keys/cursor.ts'
import { useVisibleHeight } from '#src/ui/use-visible-height.ts'
import { useLatestRunList, useRunList } from './run-list.tsx'
import classes from './suite-rail.module.css'

type Suite = TestRunOverview['suites'][number]

/** On wide screens, lists the suites with their recorded results and failures. A click scrolls to a suite. */
export function SuiteRail() {
  const { run, suites } = useRunList()
  const latest = useLatestRunList()
  const rail = useVisibleHeight()
  const byId = new Map(run.suites.map((suite) => [suite.id, suite]))
  const show = (index: number) => {
    const { suites, rowAt, toggleSuite, scrollTo } = latest()
    const suite = suites[index]
    if (!suite) return
    const go = () => {
      const row = rowAt({ suiteId: suite.id, position: 0 })
      if (row === undefined) return
      scrollTo(row, 'start')
      moveCursor(row, { focus: true })
    }
    if (suite.isOpen) return go()
    toggleSuite(suite.id)
    // Its rows are there after the next rendering.
    requestAnimationFrame(go)
  }
  return (
    <nav ref={rail} aria-label="Suites" className={classes.rail}>
      <ul className="plain-list">
        {suites.map(({ id }, index) => {
          const suite = byId.get(id)
          return suite && <RailSuite key={id} suite={suite} index={index} onShow={show} />
        })}
      </ul>
    </nav>
  )
}

type Props = { suite: Suite; index: number; onShow: (index: number) => void }

const RailSuite = memo(function RailSuite({ suite: { number, name, summary }, index, onShow }: Props) {
  const failures = failingOf(summary)
  const recorded = summary.total - summary.pending
  return (
    <li>
      <UnstyledButton className={`sinks ${classes.suite}`} onClick={() => onShow(index)}>
        <span className={classes.number}>{number}</span>
        <Box component="span" className="one-line" flex={1} dir="auto" title={name}>
          {name}
        </Box>
        {failures > 0 && (
          <Group
            component="span"
            gap={3}
            wrap="nowrap"
            display="inline-flex"
            flex="none"
            fz="sm"
            title="failed or error"
          >
            <StatusMark status="failed" size={12} />
            {formatNumber(failures)}
          </Group>
        )}
        <Box component="span" flex="none" c="dimmed" fz="sm" title="recorded of all">
          {formatNumber(recorded)}/{formatNumber(summary.total)}
        </Box>
      </UnstyledButton>
    </li>
  )
})
