/** The columns of the list of cases, in order. Narrow lists hide some: see `case-grid.module.css`. */
export const COLUMNS = [
  { key: 'number', title: 'No.' },
  { key: 'case', title: 'Case' },
  { key: 'type', title: 'Type' },
  { key: 'priority', title: 'Priority' },
  { key: 'tags', title: 'Tags' },
  { key: 'expected', title: 'Expected' },
  { key: 'steps', title: 'Steps' },
  { key: 'history', title: 'History' },
  { key: 'actions', title: '' },
] as const
