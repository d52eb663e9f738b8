import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { hasLeft } from '#src/ui/has-left.ts'
import { isComposing } from '#src/ui/is-composing.ts'
import { usePastedPictures } from '../../attachments/use-pasted-pictures.ts'
import { ownerOfResult } from '../result-attachment-scope.tsx'
import { cacheOf } from '../store/result-cache.ts'
import { keepTyped, useAskedNote } from './asked-note.ts'
import { enter } from './enter.ts'
import { settleNote } from './settle-note.ts'
import { shownResult } from './shown-result.ts'

/**
 * What a note field of a result does. Enter saves and goes on, Shift+Enter makes a new line, leaving the field saves,
 * Esc takes back what was typed. `leave` returns the focus to the list, and goes on to the next case after a verdict.
 */
export function useNoteEntry(result: TestResult, leave: (goesOn: boolean) => void) {
  const asked = useAskedNote(result.id)
  const pictures = useNotePictures(result)
  const [text, setText] = useState<string | null>(null)
  // A ref as well as state: a field that disappears settles what was typed last.
  const typed = useRef<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const type = (next: string | null) => {
    typed.current = next
    keepTyped(result.id, next)
    setText(next)
  }
  const settle = (isLeaving: boolean): boolean => {
    const isSettled = settleNote(result, typed.current, isLeaving)
    setProblem(isSettled ? null : 'A note is required: the recorded value says otherwise')
    if (isSettled) type(null)
    return isSettled
  }
  const latest = useRef(settle)
  useEffect(() => {
    latest.current = settle
  })
  useEffect(() => {
    const leaveField = () => void latest.current(true)
    // A reload keeps what is typed, and the verdict that waits for it.
    window.addEventListener('pagehide', leaveField)
    return () => {
      window.removeEventListener('pagehide', leaveField)
      leaveField()
    }
  }, [])
  const press = (event: KeyboardEvent) => {
    const { key, shiftKey, nativeEvent } = event
    if (isComposing(nativeEvent) || shiftKey || (key !== 'Enter' && key !== 'Escape')) return
    event.preventDefault()
    if (key === 'Escape') type(null)
    const goesOn = key === 'Enter' && asked !== null
    if (settle(key === 'Escape')) leave(goesOn)
  }
  return {
    isAsked: asked !== null,
    field: {
      value: text ?? result.notes ?? '',
      error: problem,
      placeholder: asked?.verdict?.isRequired ? 'Why: the recorded value says otherwise' : 'What you saw',
      onChange: (event: { currentTarget: { value: string } }) => type(event.currentTarget.value),
      onKeyDown: press,
      ...pictures,
      onBlur: (event: FocusEvent<HTMLElement>) => void (hasLeft(event) && settle(true)),
    },
  }
}

/**
 * For a note field: pasted pictures are attached to the result and shown in its note. Enter has saved the note when a
 * picture arrives later: then the picture goes to its end, so that it is not left out.
 */
function useNotePictures(result: TestResult) {
  const { id, testRunId } = result
  const onLate = (reference: string) => {
    const current = cacheOf(testRunId).get(id) ?? result
    const { notes } = shownResult(current)
    enter([current], () => ({ notes: notes ? `${notes}\n${reference}` : reference }))
  }
  return usePastedPictures(ownerOfResult(result), { onLate })
}
