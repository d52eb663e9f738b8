import { Box, Button } from '@mantine/core'
import { useState } from 'react'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import { loadCaseAt, useCaseAt } from '../../../test-cases/list/case-pages.ts'
import classes from './choices.module.css'

type SuiteProps = { suite: TestSuiteListItem; isCurrent: boolean; onToggle: (suiteId: string) => void }

/** The head of a suite, whose button ticks all shown cases of it. */
export function PickSuite({ suite, isCurrent, onToggle }: SuiteProps) {
  const title = `${suite.number} ${suite.name}`
  return (
    <div className={classes.suite}>
      <Box component="span" className="one-line" flex={1} dir="auto" title={title}>
        {title}
      </Box>
      <Button
        size="compact-xs"
        variant="subtle"
        tabIndex={isCurrent ? 0 : -1}
        aria-label={`All of ${title}`}
        onClick={() => onToggle(suite.id)}
      >
        All
      </Button>
    </div>
  )
}

type RowProps = {
  suite: TestSuiteListItem
  position: number
  /** The case, if a search found it. */
  match: TestCase | undefined
  ticked: ReadonlySet<string>
  isCurrent: boolean
  onToggle: (id: string) => void
}

/** A case to tick. It loads with its page when it is shown; a tick before that is kept. */
export function PickRow({ suite, position, match, ticked, isCurrent, onToggle }: RowProps) {
  const { testCase: read, error, refetch } = useCaseAt(suite.id, position, match === undefined)
  const testCase = match ?? read
  const [isWanted, setWanted] = useState(false)
  const toggle = async () => {
    if (!testCase) setWanted(!isWanted)
    const loaded = testCase ?? (await loadCaseAt(suite.id, position))
    if (loaded) onToggle(loaded.id)
  }
  const tabIndex = isCurrent ? 0 : -1
  if (!testCase && error)
    return (
      <div className={`sinks ${classes.case}`}>
        <Box component="span" className="one-line" flex={1}>
          This case could not be read
        </Box>
        <Button size="compact-xs" variant="subtle" tabIndex={tabIndex} onClick={() => void refetch()}>
          Retry
        </Button>
      </div>
    )
  const name = testCase ? `${suite.number}.${testCase.number} ${testCase.name}` : 'Loading…'
  return (
    <label className={`sinks ${classes.case}`}>
      <input
        type="checkbox"
        className="tick-box"
        tabIndex={tabIndex}
        checked={testCase ? ticked.has(testCase.id) : isWanted}
        // The row itself shows that its page could not be read.
        onChange={() => void toggle().catch(() => undefined)}
        onKeyDown={(event) => event.key === 'Enter' && !event.ctrlKey && !event.metaKey && event.preventDefault()}
      />
      <Box component="span" className="one-line" flex={1} dir="auto" title={name}>
        {name}
      </Box>
      {testCase && (
        <Box component="span" c="dimmed" fz="sm">
          {testCase.ref}
        </Box>
      )}
    </label>
  )
}
