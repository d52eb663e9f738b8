import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { nameProblem } from '#shared/text-problem.ts'
import { hasLeft } from '#src/ui/has-left.ts'
import { moveCursor } from '../../keys/cursor.ts'
import classes from './inline-name.module.css'
import { endRenaming } from './renaming.ts'

type Props = {
  label: string
  /** In messages. By default the label. */
  noun?: string
  name: string
  /** Where the focus returns to after a key. */
  row: number
  onSave: (name: string) => void
}

/** A name that is edited in place. Enter and blur save, Escape reverts. */
export function InlineName({ label, noun = label, name, row, onSave }: Props) {
  const [problem, setProblem] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  const problemId = useId()
  useEffect(() => field.current?.select(), [])
  const leave = (isByKey: boolean) => {
    if (isOver.current) return
    isOver.current = true
    endRenaming()
    if (isByKey) moveCursor(row, { focus: true })
  }
  const save = (): boolean => {
    const typed = (field.current?.value ?? '').trim()
    const found = nameProblem(noun, typed)
    if (found !== null) setProblem(found)
    else if (typed !== name) onSave(typed)
    return found === null
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    if (event.key === 'Escape' || save()) leave(true)
  }
  // On blur an invalid name is dropped, because nobody is left to correct it.
  const blur = (event: FocusEvent<HTMLInputElement>) => {
    if (!hasLeft(event)) return
    if (!isOver.current) save()
    leave(false)
  }
  return (
    <span className={classes.place}>
      <input
        ref={field}
        className={classes.field}
        aria-label={label}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : problemId}
        defaultValue={name}
        dir="auto"
        autoComplete="off"
        onChange={() => setProblem(null)}
        onKeyDown={press}
        onBlur={blur}
      />
      {problem !== null && (
        <span id={problemId} role="alert" className={classes.problem}>
          {problem}
        </span>
      )}
    </span>
  )
}
