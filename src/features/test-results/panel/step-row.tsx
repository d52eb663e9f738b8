import { ActionIcon, Tooltip } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import type { ResultStep, StepStatus } from '#shared/test-results/result-steps.ts'
import { Markdown } from '#src/ui/markdown.tsx'
import { StatusMark } from '#src/ui/status.tsx'
import { TestedCaseText } from '../../attachments/tested-case-text.tsx'
import { NoteText } from './note-text.tsx'
import classes from './steps-table.module.css'

type Props = {
  step: ResultStep
  testCaseId: string
  /** Counts from 1. */
  number: number
  isEditable: boolean
  /** Whether its note is being typed. */
  isNoted: boolean
  onKeyDown: (event: KeyboardEvent) => void
  onJudge: (status: StepStatus) => void
  onNote: () => void
  onNoted: (note: string) => void
}

const VERDICTS = [
  ['passed', 'Pass'],
  ['failed', 'Fail'],
  ['skipped', 'Skip'],
] as const

export function StepRow({ step, testCaseId, number, isEditable, isNoted, onKeyDown, onJudge, onNote, onNoted }: Props) {
  const { action, expected, status, note } = step
  return (
    <tr>
      <td>{number}</td>
      <td>
        <TestedCaseText testCaseId={testCaseId} text={action} />
        {isNoted ? (
          <NoteText label={`Note on step ${number}`} value={note ?? ''} onEnd={onNoted} />
        ) : (
          note && (
            <div className={classes.note}>
              <Markdown text={note} />
            </div>
          )
        )}
      </td>
      <td>{expected !== '' && <TestedCaseText testCaseId={testCaseId} text={expected} />}</td>
      <td>
        <div className={classes.status}>
          <StatusMark status={status} size={14} />
          {status}
        </div>
        {isEditable && (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of its buttons
          <div
            role="group"
            aria-label={`Step ${number}`}
            className={classes.verdicts}
            data-verdict={status}
            onKeyDown={onKeyDown}
          >
            {VERDICTS.map(([each, label]) => (
              <StepButton
                key={each}
                label={label}
                isPressed={each === status}
                onClick={() => onJudge(each === status ? 'pending' : each)}
              >
                <StatusMark status={each} />
              </StepButton>
            ))}
            <StepButton label="Note" onClick={onNote}>
              <IconMessage size={15} aria-hidden />
            </StepButton>
          </div>
        )}
      </td>
    </tr>
  )
}

type ButtonProps = { label: string; isPressed?: boolean; onClick: () => void; children: React.ReactNode }

function StepButton({ label, isPressed, onClick, children }: ButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        size={24}
        variant={isPressed ? 'light' : 'subtle'}
        aria-label={label}
        aria-pressed={isPressed}
        className={classes.button}
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
