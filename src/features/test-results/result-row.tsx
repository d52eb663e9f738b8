import { Skeleton } from '@mantine/core'
import { resultStatus } from '#shared/test-results/result-status.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { messageOf } from '#src/lib/errors.ts'
import { RowError } from '#src/ui/row-error.tsx'
import { StatusBadge } from '#src/ui/status.tsx'
import { TypeBadge } from '#src/ui/type-badge.tsx'
import { Value } from '#src/ui/value.tsx'
import { ActualValue } from './actual-value.tsx'
import { AttemptHistory } from './attempt-history.tsx'
import classes from './result-row.module.css'
import { SaveState } from './save-state.tsx'
import { useUnsavedValue } from './unsaved.ts'
import { useResultAt } from './use-test-results.ts'

type Props = {
  testRunId: string
  suite: TestRunOverview['suites'][number]
  /** 0-based place in the suite. */
  position: number
  isEditable: boolean
}

export function ResultRow({ testRunId, suite, position, isEditable }: Props) {
  const { data: result, error, refetch } = useResultAt(testRunId, suite.id, position)
  if (result) return <LoadedRow result={result} isEditable={isEditable} />
  if (error) return <RowError message={messageOf(error, 'Failed to fetch project data')} onRetry={() => void refetch()} />
  return (
    <div className={classes.row} aria-busy>
      <span className={classes.number}>{`${suite.number}.${position + 1}`}</span>
      <Skeleton h={14} w="60%" mt={9} />
    </div>
  )
}

function LoadedRow({ result, isEditable }: { result: TestResult; isEditable: boolean }) {
  const { testCase } = result
  const unsaved = useUnsavedValue(result.id)
  const status = unsaved ? resultStatus({ ...result, errorMessage: null, status: null, actualValue: unsaved.value, expectedValueType: testCase.expectedValueType }) : result.status
  const number = `${testCase.testSuite.number}.${testCase.number}`
  const label = `${number} ${testCase.name}`
  return (
    <div className={classes.row} role="group" aria-label={label}>
      <span className={classes.number}>{number}</span>
      <div className={classes.texts}>
        <div className="breakable" dir="auto">
          {testCase.name}
        </div>
        {testCase.description && (
          <div className={classes.description} dir="auto">
            {testCase.description}
          </div>
        )}
      </div>
      <span className={classes.type}>
        <TypeBadge type={testCase.type} />
      </span>
      <div className={classes.expected}>
        <span className={classes.caption}>Expected</span>
        {result.expectedValue === null ? <span className={classes.none}>none</span> : <Value value={result.expectedValue} />}
      </div>
      <div className={classes.actual}>
        <ActualValue
          result={result}
          label={label}
          value={unsaved ? unsaved.value : result.actualValue}
          isEditable={isEditable && testCase.type === 'manual'}
        />
        {result.errorMessage && !unsaved && <div className={classes.problem}>{result.errorMessage}</div>}
      </div>
      <div className={classes.status}>
        <StatusBadge status={status} />
        <SaveState unsaved={unsaved} />
        {result.attempts > 0 && <AttemptHistory result={result} />}
      </div>
    </div>
  )
}
