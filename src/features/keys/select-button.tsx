import { CheckboxIndicator, UnstyledButton } from '@mantine/core'
import grid from '#src/ui/grid/grid.module.css'
import { awaitedAct } from './awaited-act.ts'
import { selectTo, toggle } from './selection.ts'

type Props = {
  id: string
  row: number
  number: string
  title?: string
  isSelected: boolean
  hasTick?: boolean
  miw?: number
  tabIndex: number
}

/** The number of a row, which selects the row; with Shift, the range up to it. */
export function SelectButton({ id, row, number, title, isSelected, hasTick = false, miw = 32, tabIndex }: Props) {
  return (
    <UnstyledButton
      className={grid.select}
      miw={miw}
      tabIndex={tabIndex}
      title={title}
      aria-label={`Select ${number}`}
      aria-pressed={isSelected}
      onClick={(event) => (event.shiftKey ? void awaitedAct(() => selectTo(row)) : toggle(id))}
    >
      {hasTick && <Tick isOn={isSelected} />}
      {number}
    </UnstyledButton>
  )
}

/** An empty one has a border of enough contrast: the library's is too pale. */
export const Tick = ({ isOn = false }) => (
  <CheckboxIndicator checked={isOn} size={14} {...(!isOn && { bd: '1px solid dimmed' })} data-tick />
)
