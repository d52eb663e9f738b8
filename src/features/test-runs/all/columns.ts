/** The columns of All Runs, in order. Narrow windows hide some: see `run-rows.module.css`. */
export const COLUMNS = [
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
] as const

export type Column = (typeof COLUMNS)[number]['key']

/** 1-based, for `aria-colindex`: hidden columns leave a gap. */
export const columnIndex = (column: Column) => COLUMNS.findIndex(({ key }) => key === column) + 1
