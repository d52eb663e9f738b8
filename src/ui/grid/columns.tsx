import type { ReactNode } from 'react'
import grid from './grid.module.css'

type Column<Key extends string> = { key: Key; title: ReactNode }

/** The heads and cells of a grid with these columns, in order. `className` sets their widths. */
export function gridColumns<Key extends string>(columns: readonly Column<Key>[], className: string | undefined) {
  // Hidden columns leave a gap.
  const indexes = new Map(columns.map(({ key }, index) => [key, index + 1]))
  const row = `${grid.columns} ${className}`
  return {
    count: columns.length,
    /** The class of a row of cells. */
    row,
    Heads: () => (
      <div role="row" aria-rowindex={1} className={`${row} ${grid.heads}`}>
        {columns.map(({ key, title }) => (
          <div key={key} role="columnheader" aria-colindex={indexes.get(key)} data-column={key} className={grid.cell}>
            {title}
          </div>
        ))}
      </div>
    ),
    Cell: ({ column, children }: { column: Key; children?: ReactNode }) => (
      <div role="gridcell" aria-colindex={indexes.get(column)} data-column={column} className={grid.cell}>
        {children}
      </div>
    ),
  }
}
