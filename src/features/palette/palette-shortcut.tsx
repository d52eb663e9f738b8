import { useHotkeys } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'

export const PALETTE_SHORTCUT = 'mod + K'

const CommandPalette = lazy(() => import('./command-palette.tsx'))

/** Ctrl+K (⌘K) opens the palette from anywhere, out of fields too; it is loaded when first asked for. */
export function PaletteShortcut() {
  const [isAskedFor, setIsAskedFor] = useState(false)
  useHotkeys(isAskedFor ? [] : [[PALETTE_SHORTCUT, () => setIsAskedFor(true)]], [])
  if (!isAskedFor) return null
  return (
    <Suspense>
      <CommandPalette />
    </Suspense>
  )
}
