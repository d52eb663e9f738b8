import { ActionIcon, Box, Group, Table, Tooltip, Textarea } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ResultStep, StepStatus } from '#shared/test-results/result-step.ts'
import { hasLeft } from '#src/ui/has-left.ts'
import { Markdown } from '#src/ui/markdown.tsx'
import { StatusMark } from '#src/ui/status.tsx'
import { isComposing } from '#src/ui/is-composing.ts'
import { TestedCaseText } from '../../attachments/tested-case-text.tsx'
import { VERDICTS } from '../verdicts/give-verdict.ts'

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

export function StepRow({ step, testCaseId, number, isEditable, isNoted, onKeyDown, onJudge, onNote, onNoted }: Props) {
  const { action, expected, status, note } = step
  return (
    <Table.Tr>
      <Table.Td>{number}</Table.Td>
      <Table.Td>
        <TestedCaseText testCaseId={testCaseId} text={action} />
        {isNoted ? (
          <NoteText label={`Note on step ${number}`} value={note ?? ''} onEnd={onNoted} />
        ) : (
          note && (
            <Box className="breakable" pl={8} style={{ borderLeft: '2px solid var(--mantine-color-default-border)' }}>
              <Markdown text={note} />
            </Box>
          )
        )}
      </Table.Td>
      <Table.Td>{expected !== '' && <TestedCaseText testCaseId={testCaseId} text={expected} />}</Table.Td>
      <Table.Td>
        <Group gap={4} wrap="nowrap">
          <StatusMark status={status} size={14} />
          {status}
        </Group>
        {isEditable && (
          <Group
            role="group"
            aria-label={`Step ${number}`}
            gap={0}
            wrap="nowrap"
            mt={2}
            data-verdict={status}
            onKeyDown={onKeyDown}
          >
            {VERDICTS.map(({ status: each, label }) => (
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
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
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
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  )
}

type NoteTextProps = {
  label: string
  value: string
  /** Called once, with the text on Enter and on blur, and with the given value on Esc. */
  onEnd: (text: string) => void
}

/** A text with the focus. Enter and leaving the field save it, Esc leaves it as it was, Shift+Enter makes a new line. */
function NoteText({ label, value, onEnd }: NoteTextProps) {
  const [text, setText] = useState(value)
  const isOver = useRef(false)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const end = (text: string) => {
    if (isOver.current) return
    isOver.current = true
    onEnd(text)
  }
  const leave = useEffectEvent(() => void (text !== value && end(text)))
  // Back removes the field without a blur.
  useEffect(() => () => leave(), [])
  const press = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent) || event.shiftKey || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    end(event.key === 'Enter' ? text : value)
  }
  return (
    <Textarea
      ref={field}
      aria-label={label}
      autosize
      minRows={1}
      maxRows={8}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={press}
      onBlur={(event) => hasLeft(event) && end(text)}
    />
  )
}
