import { useEffect, useEffectEvent } from 'react'

/** Calls back with files that are pasted anywhere on the page, unless a text field takes pasted text. */
export function usePastedFiles(isEnabled: boolean, onFiles: (files: File[]) => void): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const { clipboardData, target } = event
    const files = [...(clipboardData?.files ?? [])]
    if (files.length === 0 || (isTextField(target) && clipboardData?.types.includes('text/plain'))) return
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
