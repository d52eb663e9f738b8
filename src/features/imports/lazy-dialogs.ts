export { ImportDialog } from './import-dialog.tsx'
export { ImportListDialog } from './import-list-dialog.tsx'
