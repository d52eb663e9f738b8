import { useEffect, useState } from 'react'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import { isMac, readKey } from '../keys/read-key.ts'

const CommandPalette = lazyDialog(() => import('./command-palette.tsx'))

/** Ctrl+K (⌘K) opens and closes the palette everywhere, even in a field. */
export function PaletteShortcut() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (readKey(event, isMac) !== 'Ctrl+k') return
      event.preventDefault()
      if (!event.repeat) setOpen((isOpen) => !isOpen)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return <CommandPalette isOpen={isOpen} onClose={() => setOpen(false)} />
}
