import { useHotkeys } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'

const SHORTCUT = 'mod + K'

const CommandPalette = lazy(() => import('./command-palette.tsx'))

/** Ctrl+K (⌘K) opens the palette anywhere, also inside a field. Its code loads at the first press. */
export function PaletteShortcut() {
  const [isLoaded, setLoaded] = useState(false)
  useHotkeys(isLoaded ? [] : [[SHORTCUT, () => setLoaded(true)]], [])
  if (!isLoaded) return null
  return (
    <Suspense>
      <CommandPalette shortcut={SHORTCUT} />
    </Suspense>
  )
}
