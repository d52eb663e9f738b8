import { type Act, entryOf, type Key } from './key-map.ts'
import { isMac } from './read-key.ts'

const NAMES: Record<string, string> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  Backspace: '⌫',
  Escape: 'Esc',
}

export function keyName(key: Key): string {
  return key
    .split(' ')
    .map((press) =>
      press
        .split(/\+(?=.)/)
        .map((part) => NAMES[part] ?? (part.length === 1 ? part.toUpperCase() : part))
        .join('+'),
    )
    .join(' then ')
}

/** The display names of the keys of an act. A row of digits is one range. */
export function keyNames(act: Act): string[] {
  const { keys } = entryOf(act)
  const isRange = keys.length > 2
  return isRange ? [`${keys[0] ?? ''}–${keys.at(-1) ?? ''}`] : keys.map(keyName)
}

/** The names on the keyboard in use: ⌘ for Ctrl on a Mac. */
export const keyCaps = (act: Act, onMac = isMac): string[] =>
  keyNames(act).map((name) => (onMac ? name.replace('Ctrl+', '⌘').replace('Alt+', '⌥') : name))

/** The keys in the notation of `aria-keyshortcuts`, which has none for sequences. */
export function ariaKeys(act: Act): string | undefined {
  const keys = entryOf(act).keys.filter((key) => !key.includes(' '))
  return keys.map((key) => key.replace('Ctrl', 'Control')).join(' ') || undefined
}
