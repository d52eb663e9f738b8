/** The columns of the grid, in order. Narrow lists hide some: see `run-grid.module.css`. */
export const COLUMNS = [
  { key: 'number', title: 'No.' },
  { key: 'case', title: 'Case' },
  { key: 'type', title: 'Type' },
  { key: 'expected', title: 'Expected' },
  { key: 'actual', title: 'Actual' },
  { key: 'status', title: 'Status' },
  { key: 'assignee', title: 'Assignee' },
  { key: 'history', title: 'History' },
  { key: 'time', title: 'Time' },
] as const

export type Column = (typeof COLUMNS)[number]['key']

/** 1-based, for `aria-colindex`: hidden columns leave a gap. */
export const columnIndex = (column: Column) => COLUMNS.findIndex(({ key }) => key === column) + 1
