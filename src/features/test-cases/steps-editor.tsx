import { Button, Input, Table, Textarea, type TextareaProps, VisuallyHidden } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type CaseStep, STEPS_MAX } from '#shared/test-cases/test-case.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { isComposing } from '#src/ui/is-composing.ts'
import classes from './steps-editor.module.css'
import { hasExpected, insertPasted, stepsFromPaste } from './steps-from-paste.ts'

const FIELDS = ['action', 'expected'] as const
type Field = (typeof FIELDS)[number]

/** The part of Mantine's form in use. */
type StepsForm = {
  getValues: () => { steps: CaseStep[] }
  setFieldValue: (path: 'steps', steps: CaseStep[]) => void
  insertListItem: (path: 'steps', step: CaseStep, index: number) => void
  removeListItem: (path: 'steps', index: number) => void
  reorderListItem: (path: 'steps', places: { from: number; to: number }) => void
  getInputProps: (path: `steps.${number}.${Field}`) => TextareaProps
}

type Props = {
  form: StepsForm
  /** Called before pasted lines become rows. What it handles is not pasted. */
  onPaste?: (event: ClipboardEvent<HTMLTextAreaElement>) => void
  onDrop?: (event: DragEvent<HTMLTextAreaElement>) => void
}

/**
 * The steps of a case as a table. Enter adds a row, Alt+↑ and Alt+↓ move it, Backspace removes an empty one, and pasted
 * lines become rows.
 */
export function StepsEditor({ form, onPaste, onDrop }: Props) {
  const { steps } = form.getValues()
  const { table, focusStep } = useStepFocus()
  const { paste, refusal, clearRefusal } = useStepPaste({
    steps: () => form.getValues().steps,
    show: (shown, last) => {
      form.setFieldValue('steps', shown)
      focusStep(last, 'action')
    },
  })
  const canAdd = steps.length < STEPS_MAX
  const add = (index: number) => {
    if (!canAdd) return
    form.insertListItem('steps', { action: '', expected: '' }, index)
    focusStep(index, 'action')
  }
  const remove = (index: number) => {
    clearRefusal()
    form.removeListItem('steps', index)
    focusStep(Math.max(0, index - 1), 'action')
  }
  const move = (from: number, to: number, field: Field) => {
    if (to < 0 || to >= steps.length) return
    form.reorderListItem('steps', { from, to })
    focusStep(to, field)
  }
  const press = (event: KeyboardEvent, index: number, field: Field) => {
    const { key, altKey, shiftKey, ctrlKey, metaKey, nativeEvent } = event
    if (isComposing(nativeEvent) || shiftKey || ctrlKey || metaKey) return
    const { action, expected } = steps[index] ?? { action: '', expected: '' }
    // Held down, Backspace would go on in the step above, and Enter add one step after another.
    const once = (act: () => void) => nativeEvent.repeat || act()
    if (key === 'Enter' && !altKey) once(() => add(index + 1))
    else if (key === 'Backspace' && action + expected === '') once(() => remove(index))
    else if (altKey && key === 'ArrowUp') move(index, index - 1, field)
    else if (altKey && key === 'ArrowDown') move(index, index + 1, field)
    else return
    event.preventDefault()
  }
  return (
    <div ref={table}>
      {steps.length > 0 && (
        <Table className={classes.table} aria-label="Steps" fz="md" lh="inherit" withRowBorders={false}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>#</Table.Th>
              <Table.Th>Step</Table.Th>
              <Table.Th>Expected</Table.Th>
              <Table.Th>
                <VisuallyHidden>Delete</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {steps.map((_, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- a step has no identity
              <Table.Tr key={index}>
                <Table.Td>{index + 1}</Table.Td>
                {FIELDS.map((field) => (
                  <Table.Td key={field}>
                    <Textarea
                      aria-label={field === 'action' ? `Step ${index + 1}` : `Expected result of step ${index + 1}`}
                      data-field={field}
                      autosize
                      minRows={1}
                      maxRows={8}
                      {...form.getInputProps(`steps.${index}.${field}`)}
                      onKeyDown={(event) => press(event, index, field)}
                      onDrop={onDrop}
                      onPaste={(event) => {
                        onPaste?.(event)
                        if (!event.defaultPrevented) paste(event, index, field)
                      }}
                    />
                  </Table.Td>
                ))}
                <Table.Td>
                  <IconButton icon={IconTrash} label={`Delete step ${index + 1}`} onClick={() => remove(index)} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {refusal !== null && (
        <Input.Error role="alert" mb={4}>
          {refusal}
        </Input.Error>
      )}
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={!canAdd}
        onClick={() => add(steps.length)}
        onPaste={(event) => paste(event, steps.length, 'action')}
      >
        Add step
      </Button>
    </div>
  )
}

type Target = { index: number; field: string }

/** Focuses a field of the steps table as soon as its row is rendered. Without rows, focuses the last button. */
function useStepFocus() {
  const table = useRef<HTMLDivElement>(null)
  const target = useRef<Target | null>(null)
  useEffect(() => {
    const { current: wanted } = target
    if (!wanted) return
    target.current = null
    const row = table.current?.querySelectorAll('tbody tr')[wanted.index]
    const found = row?.querySelector<HTMLElement>(`[data-field="${wanted.field}"]`)
    ;(found ?? table.current?.querySelector<HTMLElement>('button'))?.focus()
  })
  const focusStep = (index: number, field: string) => {
    target.current = { index, field }
  }
  return { table, focusStep }
}

type PasteTarget = {
  steps: () => CaseStep[]
  /** Shows the new steps, with the focus in the last pasted one. */
  show: (steps: CaseStep[], last: number) => void
}

/** Turns pasted lines into steps. Lines without expected outcomes that are pasted into such a field stay there. */
function useStepPaste({ steps, show }: PasteTarget) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const paste = (event: ClipboardEvent, row: number, field: 'action' | 'expected') => {
    const pasted = stepsFromPaste(event.clipboardData.getData('text/plain'))
    if (!pasted || (field === 'expected' && !hasExpected(pasted))) return
    event.preventDefault()
    const { steps: shown, last, refused } = insertPasted(steps(), row, pasted)
    setRefusal(refused > 0 ? refusalOf(refused, pasted.length) : null)
    show(shown, last)
  }
  return { paste, refusal, clearRefusal: () => setRefusal(null) }
}

const refusalOf = (refused: number, pasted: number) =>
  `A test case may have at most ${STEPS_MAX} steps. ` +
  `Of ${pasted} pasted steps, the last ${refused === 1 ? 'one was' : `${refused} were`} not added.`
