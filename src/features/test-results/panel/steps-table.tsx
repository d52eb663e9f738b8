import { useState, type KeyboardEvent } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { cursorRow, moveCursor } from '../../keys/cursor.ts'
import { PanelTable } from '#src/ui/panel-table.tsx'
import { areSingleKeysOn } from '../../keys/single-keys.ts'
import { judgeStep } from '../verdicts/give-verdict.ts'
import { StepRow } from './step-row.tsx'
import classes from './steps-table.module.css'
import { usePartFocus } from './use-part-focus.ts'
import { useVerdictRefusal } from './use-verdict-refusal.ts'
import type { StepStatus } from '#shared/test-results/result-step.ts'
import { readKey } from '../../keys/read-key.ts'

/** The steps with a verdict and a note each. Arrow keys move between them; P, F and S judge a step and go on. */
export function StepsTable({ result }: { result: TestResult }) {
  const { steps } = result
  const isEditable = useVerdictRefusal(result) === null
  const [noted, setNoted] = useState<number | null>(null)
  const table = usePartFocus<HTMLTableElement>('steps', '[data-verdict="pending"] button, [data-verdict] button')
  const focusStep = (index: number) =>
    table.current?.tBodies[0]?.rows[index]?.querySelector<HTMLElement>('[data-verdict] button')?.focus()
  const press = (event: KeyboardEvent, index: number) => {
    const act = stepKey(event, areSingleKeysOn())
    if (!act) return
    event.preventDefault()
    if (act === 'leave') moveCursor(cursorRow() ?? 0, { focus: true })
    else if (act === 'up' || act === 'down') focusStep(index + (act === 'up' ? -1 : 1))
    else if (act === 'note') setNoted(index)
    else {
      judgeStep(result, index, act)
      if (act !== 'pending') focusStep(index + 1)
    }
  }
  return (
    <PanelTable ref={table} className={classes.table} label="Steps" heads={['#', 'Step', 'Expected', 'Verdict']}>
      {steps.map((step, index) => (
        <StepRow
          // oxlint-disable-next-line react/no-array-index-key -- the steps of a snapshot keep their places
          key={index}
          step={step}
          testCaseId={result.testCase.id}
          number={index + 1}
          isEditable={isEditable}
          isNoted={noted === index}
          onKeyDown={(event) => press(event, index)}
          onJudge={(status) => judgeStep(result, index, status)}
          onNote={() => setNoted(index)}
          onNoted={(note) => {
            setNoted(null)
            focusStep(index)
            if (note !== (step.note ?? '')) judgeStep(result, index, step.status, note)
          }}
        />
      ))}
    </PanelTable>
  )
}

type StepAct = StepStatus | 'up' | 'down' | 'note' | 'leave'

const KEYS: Record<string, StepAct> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  k: 'up',
  j: 'down',
  p: 'passed',
  f: 'failed',
  s: 'skipped',
  Backspace: 'pending',
  n: 'note',
  Escape: 'leave',
}

/** What a key does at a step. With single keys off, only arrows and Esc act. */
function stepKey({ nativeEvent }: KeyboardEvent, areSingleKeysOn: boolean): StepAct | null {
  const key = readKey(nativeEvent) ?? ''
  const act = KEYS[key] ?? null
  return areSingleKeysOn || /^Arrow|^Escape$/.test(key) ? act : null
}
