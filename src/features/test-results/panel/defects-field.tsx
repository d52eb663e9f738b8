import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { isReference } from '#shared/references.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { isComposing } from '#src/ui/is-composing.ts'
import { ProjectReferences } from '../../projects/project-references.tsx'
import { problemOf, ReferencesField } from '../../test-cases/references-field.tsx'
import { useRunList } from '../list/run-list.tsx'
import { setDefects } from '../verdicts/give-verdict.ts'
import { useLeave } from './use-leave.ts'
import { usePartFocus } from './use-part-focus.ts'

type Typed = { defects: string[] | null; problem: string | null }

const NOTHING: Typed = { defects: null, problem: null }

/**
 * The defects of a result. Enter and leaving the field save them as one attempt, Esc takes back what was typed. A
 * person may also give them to an automated result.
 */
export function DefectsField({ result }: { result: TestResult }) {
  const { run, refusal } = useRunList()
  const leave = useLeave()
  const part = usePartFocus<HTMLDivElement>('defects', 'input')
  const [shown, setShown] = useState(NOTHING)
  // A ref as well as state: the key that ends the last word also saves all.
  const typed = useRef(NOTHING)
  const lastWord = useRef('')
  const isTakingBack = useRef(false)
  const type = (next: Typed) => {
    typed.current = next
    setShown(next)
  }
  const hasFocus = () => part.current?.contains(document.activeElement) === true
  const settle = () => {
    const { defects, problem } = typed.current
    if (defects) setDefects(result, defects)
    type({ defects: null, problem })
    return problem === null
  }
  const change = (words: string[]) => {
    if (isTakingBack.current) return
    type({ defects: words.filter(isReference), problem: problemOf(words) })
    // A mouse removes one without entering the field.
    if (!hasFocus()) settle()
  }
  const leaveField = useEffectEvent(() => {
    const words = typed.current.defects ?? result.defects
    const word = lastWord.current.trim()
    if (word !== '' && !words.includes(word)) change([...words, word])
    else settle()
  })
  // Back removes the field without a blur, which would end the last word.
  useEffect(() => () => leaveField(), [])
  const press = ({ key, nativeEvent, target }: KeyboardEvent) => {
    if (isComposing(nativeEvent) || (key !== 'Enter' && key !== 'Escape') || !(target instanceof HTMLInputElement))
      return
    nativeEvent.preventDefault()
    if (key === 'Enter') {
      if (settle()) leave(false)
      return
    }
    type(NOTHING)
    // The field takes what is being typed as a word when it is left.
    isTakingBack.current = true
    target.blur()
    isTakingBack.current = false
    leave(false)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of its field bubble
    <div ref={part} tabIndex={-1} onKeyDown={press} onBlur={() => !hasFocus() && settle()}>
      {refusal === null && (
        <ReferencesField
          aria-label="Defects"
          value={shown.defects ?? result.defects}
          error={shown.problem}
          onChange={change}
          onSearchChange={(text) => {
            lastWord.current = text
          }}
        />
      )}
      {result.defects.length > 0 && <ProjectReferences projectId={run.projectId} references={result.defects} />}
    </div>
  )
}
