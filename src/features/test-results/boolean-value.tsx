import type { KeyboardEvent, RefObject } from 'react'
import { BooleanSwitch } from '#src/ui/boolean-switch.tsx'
import classes from './actual-value.module.css'
import { VALUE_FIELD } from './value-focus.ts'

type Props = {
  field: RefObject<HTMLInputElement | null>
  value: string | null
  /** Shown without a value. */
  placeholder: string
  onSave: (value: string) => void
  /** Moves the focus to the field above or below, with 0 to the row. */
  onGo: (step: -1 | 0 | 1) => void
}

const STEPS: Record<string, -1 | 0 | 1> = { Enter: 1, ArrowDown: 1, ArrowUp: -1, Escape: 0 }

/** Saves on toggle. The left arrow answers false, the right one true. */
export function BooleanValue({ field, value, placeholder, onSave, onGo }: Props) {
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key } = event
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const step = STEPS[key]
    if (step !== undefined) onGo(step)
    else if (key === 'ArrowLeft' || key === 'ArrowRight') onSave(String(key === 'ArrowRight'))
    else return
    event.preventDefault()
  }
  return (
    <div className={classes.toggle}>
      <BooleanSwitch
        ref={field}
        aria-label="Actual Value"
        {...{ [VALUE_FIELD]: '' }}
        value={value}
        onChange={onSave}
        onKeyDown={press}
      />
      <span className={`mono ${classes.text}`} data-none={value === null || undefined}>
        {value ?? placeholder}
      </span>
    </div>
  )
}
