import { gridColumns } from '#src/ui/grid/columns.tsx'
import classes from './run-grid.module.css'

/** The columns of All Runs, in order. Narrow windows hide some: see `run-grid.module.css`. */
export const columns = gridColumns(
  [
    { key: 'run', title: 'Run' },
    { key: 'status', title: 'Status' },
    { key: 'results', title: 'Results' },
    { key: 'rate', title: 'Pass rate' },
    { key: 'new', title: 'New failures' },
    { key: 'by', title: 'Started by' },
    { key: 'started', title: 'Started' },
    { key: 'duration', title: 'Duration' },
    { key: 'branch', title: 'Branch' },
    { key: 'commit', title: 'Commit' },
    { key: 'environment', title: 'Environment' },
  ],
  classes.columns,
)
