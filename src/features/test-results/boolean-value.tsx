import { Button, CloseButton } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { BooleanSwitch } from '#src/ui/boolean-switch.tsx'
import classes from './actual-value.module.css'
import { focusNextValue, VALUE_FIELD } from './value-focus.ts'

type Props = {
  value: string | null
  /** The attempt count that the tester has seen. */
  seenAttempts: () => number
  onSave: (value: string | null, baseAttempt: number) => void
}

/** Saves on toggle. The keys T and F set true and false. */
export function BooleanValue({ value, seenAttempts, onSave }: Props) {
  const save = (value: string | null) => onSave(value, seenAttempts())
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const key = event.key.toLowerCase()
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (key === 't' || key === 'f') save(String(key === 't'))
    else if (key === 'enter' || key === 'arrowdown') void focusNextValue(event.currentTarget, 1)
    else if (key === 'arrowup') void focusNextValue(event.currentTarget, -1)
    else return
    event.preventDefault()
  }
  return (
    <div className={classes.toggle}>
      <BooleanSwitch
        aria-label="Actual Value"
        {...{ [VALUE_FIELD]: '' }}
        value={value}
        onChange={save}
        onKeyDown={press}
      />
      <span className={`mono ${classes.text}`} data-none={value === null || undefined}>
        {value ?? 'not set'}
      </span>
      {value === null ? (
        <Button size="compact-xs" variant="default" onClick={() => save('false')}>
          Set false
        </Button>
      ) : (
        <CloseButton size="sm" aria-label="Take the value back" onClick={() => save(null)} />
      )}
    </div>
  )
}
