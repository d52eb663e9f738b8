import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './check-row.module.css'

type Props = {
  label: string
  /** Content at the end of the line, such as a count. */
  aside?: ReactNode
  isChecked: boolean
  onToggle: () => void
}

/** A line of a long list to tick. A native checkbox, because hundreds of them are rendered at once. */
export function CheckRow({ label, aside, isChecked, onToggle }: Props) {
  return (
    <label className={`sinks ${classes.row}`}>
      <input type="checkbox" className="tick-box" checked={isChecked} onChange={onToggle} />
      <Box component="span" className="breakable" flex={1} dir="auto">
        {label}
      </Box>
      {aside !== undefined && (
        <Box component="span" flex="none" c="dimmed">
          {aside}
        </Box>
      )}
    </label>
  )
}
