/** Copies a text and returns whether it succeeded. Pages served over plain HTTP have no clipboard API. */
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
  // Deprecated, but the only way in an insecure context, which is common in local networks.
  const done = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return done
}
