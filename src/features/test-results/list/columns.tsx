import { VisuallyHidden } from '@mantine/core'
import { IconUser } from '@tabler/icons-react'
import { gridColumns } from '#src/ui/grid/columns.tsx'
import classes from './run-grid.module.css'

const ASSIGNEE = (
  <>
    <IconUser size={14} aria-hidden />
    <VisuallyHidden>Assignee</VisuallyHidden>
  </>
)

/** The columns of a run, in order. Narrow lists hide some: see `run-grid.module.css`. */
export const columns = gridColumns(
  [
    { key: 'number', title: 'No.' },
    { key: 'case', title: 'Case' },
    { key: 'type', title: 'Type' },
    { key: 'expected', title: 'Expected' },
    { key: 'actual', title: 'Actual' },
    { key: 'status', title: 'Status' },
    { key: 'assignee', title: ASSIGNEE },
    { key: 'history', title: 'History' },
    { key: 'time', title: 'Time' },
  ],
  classes.columns,
)
