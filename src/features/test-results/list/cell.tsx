import type { ReactNode } from 'react'
import { type Column, columnIndex } from './columns.ts'
import classes from './run-grid.module.css'

type Props = { column: Column; children?: ReactNode }

/** A cell of a row, in its column. */
export function Cell({ column, children }: Props) {
  return (
    <div role="gridcell" aria-colindex={columnIndex(column)} data-column={column} className={classes.cell}>
      {children}
    </div>
  )
}
