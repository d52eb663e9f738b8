type Drag = { dataTransfer: DataTransfer | null }

export const hasFiles = ({ dataTransfer }: Drag): boolean => dataTransfer?.types.includes('Files') === true

/** The dropped files, without folders, which cannot be sent. */
export function droppedFiles({ dataTransfer }: Drag): File[] {
  const items = [...(dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file')
  return items.flatMap((item) => (item.webkitGetAsEntry()?.isDirectory ? [] : (item.getAsFile() ?? [])))
}

/** Stops the browser from opening a file that is dropped outside the targets, in place of the page. */
export function keepPageOnDrop(): void {
  const keep = (event: DragEvent) => {
    if (hasFiles(event)) event.preventDefault()
  }
  window.addEventListener('dragover', keep)
  window.addEventListener('drop', keep)
}
