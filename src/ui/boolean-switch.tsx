import { Switch, type SwitchProps } from '@mantine/core'
import classes from './boolean-switch.module.css'

type Props = Omit<SwitchProps, 'value' | 'checked' | 'onChange'> & {
  /** The value as text. Null or '' is not set: the thumb is on neither side. */
  value: string | null
  onChange: (value: string) => void
}

/** A switch for true and false. The first toggle of a value that is not set chooses true. */
export function BooleanSwitch({ value, onChange, ...props }: Props) {
  const isUnset = !value
  return (
    <Switch
      checked={value?.trim().toLowerCase() === 'true'}
      // A switch has no third state for screen readers.
      {...(isUnset && { 'aria-description': 'not set', classNames: { thumb: classes.unset } })}
      onChange={(event) => onChange(String(event.currentTarget.checked))}
      {...props}
    />
  )
}
