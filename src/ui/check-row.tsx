import type { ReactNode } from 'react'
import classes from './check-row.module.css'

type Props = {
  label: string
  /** At the end of the line, such as a count. */
  aside?: ReactNode
  isChecked: boolean
  onToggle: () => void
}

/** A line of a long list to tick. A plain checkbox: hundreds of them are rendered at once. */
export function CheckRow({ label, aside, isChecked, onToggle }: Props) {
  return (
    <label className={classes.row}>
      <input type="checkbox" className={classes.box} checked={isChecked} onChange={onToggle} />
      <span className={classes.label} dir="auto">
        {label}
      </span>
      {aside !== undefined && <span className={classes.aside}>{aside}</span>}
    </label>
  )
}
