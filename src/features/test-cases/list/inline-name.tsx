import { type FocusEvent, type KeyboardEvent, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import { nameProblem } from '#shared/text-problem.ts'
import { hasLeft } from '#src/ui/has-left.ts'
import { isComposing } from '#src/ui/is-composing.ts'
import { moveCursor } from '../../keys/cursor.ts'
import classes from './inline-name.module.css'
import {
  endRenaming,
  isRenaming,
  leaveName,
  refuseName,
  type Renamed,
  startRenaming,
  typeName,
  useEditedName,
  useIsFocusedName,
} from './renaming.ts'

type Props = {
  item: Renamed
  label: string
  /** In messages. By default the label. */
  noun?: string
  /** Where the focus returns to after a key. */
  row: number
  onSave: (base: Renamed, name: string) => void
}

/** A name that is edited in place. Enter and blur save, Escape reverts. */
export function InlineName({ item, label, noun = label, row, onSave }: Props) {
  const { id } = item
  const { base, text, problem } = useEditedName(id) ?? { base: item, text: item.name, problem: null }
  const isFocused = useIsFocusedName(id)
  const field = useRef<HTMLInputElement>(null)
  const problemId = useId()
  const focus = useEffectEvent(() => {
    field.current?.focus({ preventScroll: true })
    if (text === base.name) field.current?.select()
  })
  // Before the next key: in a row that has moved, the name is typed on.
  useLayoutEffect(() => {
    if (isFocused) focus()
  }, [isFocused])
  const leave = (isByKey: boolean) => {
    endRenaming(id)
    if (isByKey) moveCursor(row, { focus: true })
  }
  const save = (): boolean => {
    const typed = text.trim()
    const found = nameProblem(noun, typed)
    if (found !== null) refuseName(base, text, found)
    else if (typed !== base.name) onSave(base, typed)
    return found === null
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event.nativeEvent) || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    if (event.key === 'Escape' || save()) leave(true)
  }
  // On blur an invalid name is dropped, because nobody is left to correct it. A refused one waits for Enter.
  const blur = (event: FocusEvent<HTMLInputElement>) => {
    if (!hasLeft(event) || !isRenaming(id)) return
    if (problem !== null && nameProblem(noun, text.trim()) === null) return leaveName()
    save()
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
        value={text}
        dir="auto"
        autoComplete="off"
        onChange={(event) => typeName(base, event.currentTarget.value)}
        onKeyDown={press}
        onFocus={() => startRenaming(item)}
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
