import { type ClipboardEvent, useState } from 'react'
import { type CaseStep, STEPS_MAX } from '#shared/test-cases/test-case.ts'
import { hasExpected, insertPasted, stepsFromPaste } from './steps-from-paste.ts'

type Target = {
  steps: () => CaseStep[]
  /** Shows the new steps, with the focus in the last pasted one. */
  show: (steps: CaseStep[], last: number) => void
}

/** Turns pasted lines into steps. Lines without expected outcomes that are pasted into such a field stay there. */
export function useStepPaste({ steps, show }: Target) {
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
