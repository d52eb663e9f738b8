/** Copies a text; answers whether that worked. A page served over plain HTTP has no clipboard of its own. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.style.position = 'fixed'
  const focused = document.activeElement
  document.body.append(field)
  field.select()
  // Deprecated, and the only way without a secure context: a server in the local network often has none.
  const done = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return done
}
