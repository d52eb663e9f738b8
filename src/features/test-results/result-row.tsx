import { Skeleton } from '@mantine/core'
import { messageOf } from '#src/lib/errors.ts'
import { CaseNumber } from '#src/ui/case-cells.tsx'
import { RowError } from '#src/ui/row-error.tsx'
import { LoadedRow } from './loaded-row.tsx'
import classes from './result-row.module.css'
import { type ResultPosition, useResultAt } from './store/result-pages.ts'

type Props = {
  testRunId: string
  position: ResultPosition
  /** Suite and row number, shown until the result is loaded. */
  number: string
  isEditable: boolean
  /** Ids of the results whose details are open. */
  opened: ReadonlySet<string>
  onToggle: (resultId: string) => void
}

export function ResultRow({ testRunId, position, number, isEditable, opened, onToggle }: Props) {
  const { result, error, isSuccess, refetch } = useResultAt(testRunId, position)
  if (result)
    return (
      <LoadedRow
        key={result.id}
        result={result}
        isEditable={isEditable}
        isOpen={opened.has(result.id)}
        onToggle={onToggle}
      />
    )
  if (error)
    return <RowError message={messageOf(error, 'Failed to fetch project data')} onRetry={() => void refetch()} />
  // A run only grows, so a missing row is still loading. A filtered list may shrink before its page is read.
  const isGone = isSuccess && position.filter !== undefined
  return (
    <div className={classes.row} aria-busy={!isGone}>
      <CaseNumber>{number}</CaseNumber>
      {isGone ? <span className={classes.none}>No longer here</span> : <Skeleton h={14} w="60%" mt={9} />}
    </div>
  )
}
