import { useEffect } from 'react'

let openDialogs = 0

/**
 * While a dialog is open, the page behind it is out of reach for pointer, keyboard and screen reader alike.
 * Dialogs and toasts stand outside the page's own root.
 */
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
