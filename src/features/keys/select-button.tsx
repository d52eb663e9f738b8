import { UnstyledButton } from '@mantine/core'
import grid from '#src/ui/grid/grid.module.css'
import { selectTo, toggle } from './selection.ts'

type Props = {
  id: string
  row: number
  number: string
  title?: string
  isSelected: boolean
  tabIndex: number
  className?: string | undefined
}

/** The number of a row, which selects the row; with Shift, the range up to it. */
export function SelectButton({ id, row, number, title, isSelected, tabIndex, className = '' }: Props) {
  return (
    <UnstyledButton
      className={`${grid.select} ${className}`}
      tabIndex={tabIndex}
      title={title}
      aria-label={`Select ${number}`}
      aria-pressed={isSelected}
      onClick={(event) => (event.shiftKey ? void selectTo(row) : toggle(id))}
    >
      {number}
    </UnstyledButton>
  )
}
