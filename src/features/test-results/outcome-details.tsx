import type { Attempt, TestResult } from '#shared/test-results/test-result.ts'
import { formatDuration } from '#src/lib/format.ts'
import { Disclosure } from '#src/ui/disclosure.tsx'
import { Printout } from '#src/ui/printout.tsx'
import { Time } from '#src/ui/time.tsx'
import classes from './outcome-details.module.css'

type Outcome = Pick<TestResult | Attempt, 'status' | 'errorMessage' | 'trace' | 'startedAt' | 'executionTimeMs'>

/** Whether there is more to an outcome than its status and value. */
export function hasDetails({ errorMessage, trace, startedAt, executionTimeMs }: Outcome): boolean {
  return Boolean(errorMessage) || Boolean(trace) || startedAt !== null || executionTimeMs !== null
}

/** What automation told of an execution: when, how long, what went wrong, and where when asked for. */
export function OutcomeDetails({ outcome }: { outcome: Outcome }) {
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
          <Printout label="Trace" text={trace} />
        </Disclosure>
      )}
    </div>
  )
}
