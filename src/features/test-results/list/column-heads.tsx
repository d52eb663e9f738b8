import { IconUser } from '@tabler/icons-react'
import { VisuallyHidden } from '@mantine/core'
import { COLUMNS, columnIndex } from './columns.ts'
import classes from './run-grid.module.css'

export function ColumnHeads() {
  return (
    <div role="row" aria-rowindex={1} className={`${classes.columns} ${classes.heads}`}>
      {COLUMNS.map(({ key, title }) => (
        <div key={key} role="columnheader" aria-colindex={columnIndex(key)} data-column={key} className={classes.cell}>
          {key === 'assignee' ? (
            <>
              <IconUser size={14} aria-hidden />
              <VisuallyHidden>{title}</VisuallyHidden>
            </>
          ) : (
            title
          )}
        </div>
      ))}
    </div>
  )
}
