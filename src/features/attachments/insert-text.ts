/**
 * Inserts a text after the field's original text, or at the cursor if that text has changed, as if it was typed.
 * Returns whether the original text was still there.
 */
export function insertText(field: HTMLTextAreaElement, text: string, before: string): boolean {
  const isUnchanged = field.value.startsWith(before)
  const at = isUnchanged ? before.length : field.selectionStart
  const isAtCursor = field.selectionStart === at && field.selectionEnd === at
  field.setRangeText(text, at, at, isAtCursor ? 'end' : 'preserve')
  field.dispatchEvent(new Event('input', { bubbles: true }))
  return isUnchanged
}
