import { ActionIcon, Badge, Loader, Tooltip } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { memo, useId } from 'react'
import { resultStatus } from '#shared/test-results/result-status.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { CaseCells } from '#src/ui/case-cells.tsx'
import { Chevron } from '#src/ui/chevron.tsx'
import { FlakyBadge, StatusBadge } from '#src/ui/status.tsx'
import { ActualValue } from './actual-value.tsx'
import { AttemptHistory } from './attempt-history.tsx'
import { hasDetails, OutcomeDetails } from './outcome.tsx'
import classes from './result-row.module.css'
import { RowConflict } from './row-conflict.tsx'
import { type Draft, useDraft } from './store/drafts.ts'
import { VALUE_ROW } from './value-focus.ts'

type Props = { result: TestResult; isEditable: boolean; isOpen: boolean; onToggle: (resultId: string) => void }

/** Memoized: other rows of the run may change several times a second while the tester types. */
export const LoadedRow = memo(function LoadedRow({ result, isEditable, isOpen, onToggle }: Props) {
  const { testCase, expectedValue } = result
  const { expectedValueType } = testCase
  const draft = useDraft(result.id)
  const unsaved = draft?.state === 'refused' ? undefined : draft
  const detailsId = useId()
  const number = `${testCase.testSuite.number}.${testCase.number}`
  const label = `${number} ${testCase.name}`
  const canOpen = !unsaved && hasDetails(result)
  return (
    <div className={classes.row} role="group" aria-label={label} {...{ [VALUE_ROW]: '' }}>
      <CaseCells number={number} testCase={testCase} expectedValue={expectedValue} />
      <div className={classes.actual}>
        <ActualValue
          result={result}
          label={label}
          value={unsaved ? unsaved.value : result.actualValue}
          refused={unsaved ? undefined : draft}
          isEditable={isEditable && testCase.type === 'manual'}
        />
        {result.errorMessage && canOpen && !isOpen && (
          <div className={`two-lines ${classes.problem}`} data-status={result.status}>
            {result.errorMessage}
          </div>
        )}
      </div>
      <div className={classes.status}>
        {unsaved ? <SaveState unsaved={unsaved} /> : <StatusBadge status={result.status} />}
        {result.flaky && !unsaved && <FlakyBadge />}
        <div className={classes.more}>
          {result.attempts > 0 && <AttemptHistory result={result} />}
          {canOpen && <DetailsToggle isOpen={isOpen} controls={detailsId} onToggle={() => onToggle(result.id)} />}
        </div>
      </div>
      {unsaved?.state === 'conflict' && (
        <div className={classes.details}>
          <RowConflict
            result={result}
            mine={unsaved}
            status={resultStatus({ actualValue: unsaved.value, expectedValue, expectedValueType })}
          />
        </div>
      )}
      {canOpen && isOpen && (
        <div id={detailsId} className={classes.details}>
          <OutcomeDetails outcome={result} />
        </div>
      )}
    </div>
  )
})

/** In place of the status: the value has none before the server acknowledges it. */
function SaveState({ unsaved }: { unsaved: Draft }) {
  if (unsaved.state === 'conflict') return <Badge color="orange">Undecided</Badge>
  if (unsaved.state !== 'waiting')
    return (
      <Badge color="gray" leftSection={<Loader size={11} color="gray" aria-hidden />}>
        Saving…
      </Badge>
    )
  return (
    <Badge color="orange" leftSection={<IconCloudOff size={13} aria-hidden />}>
      Not saved yet
    </Badge>
  )
}

type ToggleProps = { isOpen: boolean; controls: string; onToggle: () => void }

function DetailsToggle({ isOpen, controls, onToggle }: ToggleProps) {
  return (
    <Tooltip label={isOpen ? 'Hide details' : 'Show details'}>
      <ActionIcon
        aria-label="Details"
        aria-expanded={isOpen}
        aria-controls={isOpen ? controls : undefined}
        onClick={onToggle}
      >
        <Chevron isOpen={isOpen} />
      </ActionIcon>
    </Tooltip>
  )
}
