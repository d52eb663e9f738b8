/**
 * Inserts a text behind what the field began with, or at the cursor if that has changed, as if it was typed. Returns
 * whether it still began so.
 */
export function insertText(field: HTMLTextAreaElement, text: string, before: string): boolean {
  const isUnchanged = field.value.startsWith(before)
  const at = isUnchanged ? before.length : field.selectionStart
  const isAtCursor = field.selectionStart === at && field.selectionEnd === at
  field.setRangeText(text, at, at, isAtCursor ? 'end' : 'preserve')
  field.dispatchEvent(new Event('input', { bubbles: true }))
  return isUnchanged
}
