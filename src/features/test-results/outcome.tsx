import { Box, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { PROJECT_CREDENTIAL } from '#shared/users/actor-name.ts'
import { formatDuration } from '#src/lib/format.ts'
import { Disclosure } from '#src/ui/disclosure.tsx'
import { CodeBlock } from '#src/ui/code-block.tsx'
import { Markdown } from '#src/ui/markdown.tsx'
import { StatusBadge } from '#src/ui/status.tsx'
import { Time } from '#src/ui/time.tsx'
import { Value } from '#src/ui/value.tsx'
import classes from './outcome.module.css'

type Details = Pick<TestResult, 'status' | 'errorMessage' | 'trace' | 'startedAt' | 'executionTimeMs'>

export type Entered = Pick<TestResult, 'status' | 'actualValue' | 'notes'> &
  Partial<Details & Pick<TestResult, 'defects' | 'executedAt' | 'isStatusByHand' | 'steps'>>

export function Outcome({ outcome, author }: { outcome: Entered; author: ReactNode }) {
  const details: Details = { errorMessage: null, trace: null, startedAt: null, executionTimeMs: null, ...outcome }
  const { status, actualValue, notes, defects = [], executedAt, isStatusByHand = false, steps = [] } = outcome
  const isJudged = isStatusByHand || steps.some((step) => step.status !== 'pending')
  return (
    <div className={classes.outcome}>
      <Group gap="4px 8px">
        <StatusBadge status={status} />
        <span className={classes.by}>
          {author}
          {executedAt && (
            <>
              , <Time iso={executedAt} as="moment" />
            </>
          )}
          {isStatusByHand && ', by hand'}
        </span>
      </Group>
      {actualValue !== null && <Value value={actualValue} />}
      {actualValue === null && !isJudged && !hasDetails(details) && <span className={classes.by}>no value</span>}
      {hasDetails(details) && <OutcomeDetails outcome={details} />}
      <JudgedSteps steps={steps} />
      {notes && (
        <div className="breakable">
          <Markdown text={notes} />
        </div>
      )}
      {defects.length > 0 && <span className={`breakable ${classes.by}`}>Defects: {defects.join(', ')}</span>}
    </div>
  )
}

function JudgedSteps({ steps }: Pick<TestResult, 'steps'>) {
  if (steps.every(({ status }) => status === 'pending')) return null
  return (
    <Box component="ul" className="plain-list breakable" fz="sm">
      {steps.map(
        ({ status, note }, index) =>
          status !== 'pending' && (
            // oxlint-disable-next-line react/no-array-index-key -- the steps of a snapshot keep their places
            <li key={index}>
              Step {index + 1} {status}
              {note && `: ${note}`}
            </li>
          ),
      )}
    </Box>
  )
}

/** The author of the last attempt. A cleared value has no author. */
export function authorOf({ executedAt, executedBy }: Pick<TestResult, 'executedAt' | 'executedBy'>): string {
  return executedBy?.name ?? (executedAt === null ? 'Somebody' : PROJECT_CREDENTIAL)
}

export function hasDetails({ errorMessage, trace, startedAt, executionTimeMs }: Details): boolean {
  return Boolean(errorMessage) || Boolean(trace) || startedAt !== null || executionTimeMs !== null
}

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
