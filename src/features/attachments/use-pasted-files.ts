import { type RefObject, useEffect, useEffectEvent } from 'react'

/** The files in the clipboard, unless a text field would take its text, as for copied cells. */
export function filesIn({ clipboardData, target }: ClipboardEvent): File[] {
  const files = [...(clipboardData?.files ?? [])]
  return isTextField(target) && clipboardData?.types.includes('text/plain') ? [] : files
}

/** Calls back with files pasted on the page, unless a text field or an open dialog takes them. */
export function usePastedFiles(
  element: RefObject<Element | null>,
  isEnabled: boolean,
  onFiles: (files: File[]) => void,
): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = filesIn(event)
    const dialog = [...document.querySelectorAll('[aria-modal="true"]')].at(-1)
    const isBelow = dialog && !dialog.contains(element.current)
    if (files.length === 0 || event.defaultPrevented || isBelow) return
    event.preventDefault()
    onFiles(files)
  })
  useEffect(() => {
    if (!isEnabled) return undefined
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [isEnabled])
}

const isTextField = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null
