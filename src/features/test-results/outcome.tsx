import type { ReactNode } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { formatDuration } from '#src/lib/format.ts'
import { Disclosure } from '#src/ui/disclosure.tsx'
import { CodeBlock } from '#src/ui/code-block.tsx'
import { StatusBadge } from '#src/ui/status.tsx'
import { Time } from '#src/ui/time.tsx'
import { Value } from '#src/ui/value.tsx'
import classes from './outcome.module.css'

type Details = Pick<TestResult, 'status' | 'errorMessage' | 'trace' | 'startedAt' | 'executionTimeMs'>

export type Entered = Pick<TestResult, 'status' | 'actualValue' | 'notes'> &
  Partial<Details & Pick<TestResult, 'executedAt'>>

/** A recorded outcome, or one to be recorded: status, author, value, details and notes. */
export function Outcome({ outcome, author }: { outcome: Entered; author: ReactNode }) {
  const details: Details = { errorMessage: null, trace: null, startedAt: null, executionTimeMs: null, ...outcome }
  const { status, actualValue, notes, executedAt } = outcome
  return (
    <div className={classes.outcome}>
      <div className={classes.head}>
        <StatusBadge status={status} />
        <span className={classes.by}>
          {author}
          {executedAt && (
            <>
              , <Time iso={executedAt} as="moment" />
            </>
          )}
        </span>
      </div>
      {actualValue !== null && <Value value={actualValue} />}
      {actualValue === null && !hasDetails(details) && <span className={classes.by}>no value</span>}
      {hasDetails(details) && <OutcomeDetails outcome={details} />}
      {notes && <div className={classes.notes}>{notes}</div>}
    </div>
  )
}

/** The author of the last attempt. A cleared value has no author. */
export function authorOf({ executedAt, executedBy }: Pick<TestResult, 'executedAt' | 'executedBy'>): string {
  return executedBy?.name ?? (executedAt === null ? 'Somebody' : 'Project credential')
}

/** Whether an outcome has more than a status and a value. */
export function hasDetails({ errorMessage, trace, startedAt, executionTimeMs }: Details): boolean {
  return Boolean(errorMessage) || Boolean(trace) || startedAt !== null || executionTimeMs !== null
}

/** The report of an automated execution: time, duration, error and trace. */
export function OutcomeDetails({ outcome }: { outcome: Details }) {
  const { status, errorMessage, trace, startedAt, executionTimeMs } = outcome
  return (
    <div className={classes.details}>
      {(startedAt !== null || executionTimeMs !== null) && (
        <div className={classes.when}>
          {startedAt !== null && (
            <span>
              Started <Time iso={startedAt} as="second" />
            </span>
          )}
          {executionTimeMs !== null && <span>Took {formatDuration(executionTimeMs)}</span>}
        </div>
      )}
      {errorMessage && (
        <div className={classes.message} data-status={status}>
          {errorMessage}
        </div>
      )}
      {trace && (
        <Disclosure label="Trace">
          <CodeBlock label="Trace" text={trace} copyLabel="Copy trace" />
        </Disclosure>
      )}
    </div>
  )
}
