import { Button, Group } from '@mantine/core'
import { type ClipboardEvent, type KeyboardEvent, memo, useEffect, useId, useLayoutEffect, useRef } from 'react'
import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import { formatCount } from '#src/lib/format.ts'
import { isComposing } from '#src/ui/is-composing.ts'
import { goTo } from '../../keys/move.ts'
import { useLatestCaseList } from './case-list.tsx'
import classes from './quick-create.module.css'
import { awaitEntry, emptyEntry, typeEntry, useIsAwaited, useQuickEntry } from './quick-entries.ts'
import { enterLine, pasteLines } from './create-from-lines.ts'

/** The last line of an open suite: typing there creates a case. */
export const QuickCreate = memo(function QuickCreate({ suite }: { suite: TestSuiteListItem }) {
  const list = useLatestCaseList()
  const { text, problem, waiting } = useQuickEntry(suite.id)
  const isAwaited = useIsAwaited(suite.id)
  const field = useRef<HTMLInputElement>(null)
  const problemId = useId()
  useEffect(() => {
    if (!isAwaited) return
    field.current?.focus()
    awaitEntry(null)
  }, [isAwaited])
  // Each new row and message moves the line down.
  useLayoutEffect(() => {
    if (document.activeElement === field.current) field.current?.scrollIntoView({ block: 'nearest' })
  })
  const leave = (step: -1 | 1) => {
    const { rowAt, suiteStart } = list()
    const head = rowAt({ suiteId: suite.id, position: null }) ?? 0
    const last = rowAt({ suiteId: suite.id, position: suite.testCaseCount - 1 })
    goTo(list(), step === 1 ? suiteStart(head, 1) : (last ?? head))
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter') enterLine(list, suite.id)
    else if (event.key === 'Escape' || event.key === 'ArrowUp') leave(-1)
    else if (event.key === 'ArrowDown') leave(1)
    else return
    event.preventDefault()
  }
  const insert = (event: ClipboardEvent<HTMLInputElement>) => {
    if (pasteLines(list, suite.id, event.clipboardData.getData('text/plain'))) event.preventDefault()
  }
  return (
    <div className={classes.line}>
      <input
        ref={field}
        className={classes.field}
        aria-label={`New case in ${suite.name}`}
        placeholder={
          suite.testCaseCount === 0
            ? 'No test cases yet. New case: name = expected value'
            : 'New case: name = expected value'
        }
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : problemId}
        value={text}
        dir="auto"
        autoComplete="off"
        onChange={(event) => typeEntry(suite.id, event.currentTarget.value)}
        onKeyDown={press}
        onPaste={insert}
      />
      {problem !== null && (
        <Group
          id={problemId}
          role="alert"
          className="breakable"
          gap={8}
          wrap="nowrap"
          py={2}
          px={7}
          c="var(--mantine-color-error)"
          fz="sm"
        >
          {problem}
        </Group>
      )}
      {waiting.length > 0 && (
        <Group className="breakable" gap={8} wrap="nowrap" py={2} px={7} c="var(--mantine-color-error)" fz="sm">
          {formatCount(waiting.length, 'more line')} could not be saved: “{waiting[0]?.text}”
          <Button size="compact-xs" variant="default" onClick={() => emptyEntry(suite.id)}>
            Discard this one
          </Button>
        </Group>
      )}
    </div>
  )
})
