import { useHotkeys } from '@mantine/hooks'
import { useState } from 'react'
import { lazyDialog } from '#src/ui/lazy-part.tsx'

const CommandPalette = lazyDialog(() => import('./command-palette.tsx'))

/** Ctrl+K (⌘K) opens and closes the palette everywhere, even in a field. */
export function PaletteShortcut() {
  const [isOpen, setOpen] = useState(false)
  useHotkeys([['mod + K', () => setOpen(!isOpen)]], [])
  return <CommandPalette isOpen={isOpen} onClose={() => setOpen(false)} />
}
