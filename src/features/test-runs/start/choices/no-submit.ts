import type { KeyboardEvent } from 'react'

/** For a search inside a form: Enter would submit the form. Esc clears the field before it closes the dialog. */
export function noSubmit(event: KeyboardEvent<HTMLInputElement>): void {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing
  if (event.key === 'Enter' && isPlain) event.preventDefault()
}
