import { useEffect } from 'react'

let openDialogs = 0

/** Makes the page inert while a dialog is open. Dialogs and toasts are rendered outside the page's root. */
export function useInertBackground(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return undefined
    count(1)
    return () => count(-1)
  }, [isOpen])
}

function count(change: 1 | -1): void {
  openDialogs += change
  const page = document.getElementById('root')
  page?.toggleAttribute('inert', openDialogs > 0)
  if (openDialogs > 0) page?.setAttribute('aria-hidden', 'true')
  else page?.removeAttribute('aria-hidden')
}
