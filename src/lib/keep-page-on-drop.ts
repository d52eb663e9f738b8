/** Stops the browser from opening a file that is dropped outside the targets, in place of the page. */
export function keepPageOnDrop(): void {
  const keep = (event: DragEvent) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
  }
  window.addEventListener('dragover', keep)
  window.addEventListener('drop', keep)
}
