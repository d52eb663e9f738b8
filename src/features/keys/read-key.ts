import type { Key } from './key-map.ts'

export type Press = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing' | 'getModifierState'
>

export const isMac = navigator.platform.startsWith('Mac')

const NOT_KEYS = new Set(['Dead', 'Process', 'Unidentified'])

/**
 * The key that was pressed, by the character it types on the user's layout; null during input method composition and
 * for shortcuts of the browser. Ctrl means ⌘ on a Mac.
 */
export function readKey(press: Press, onMac = false): Key | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = press
  if (isComposing || NOT_KEYS.has(key)) return null
  const [isCommand, isForeign] = onMac ? [metaKey, ctrlKey] : [ctrlKey, metaKey]
  if (key.length > 1) {
    // Alt and a horizontal arrow navigates the browser history.
    if (isForeign || (altKey && !/^Arrow(Up|Down)$/.test(key))) return null
    return `${isCommand ? 'Ctrl+' : ''}${altKey ? 'Alt+' : ''}${shiftKey ? 'Shift+' : ''}${key}`
  }
  // Windows reports AltGr as Ctrl+Alt. Option types characters on a Mac, AltGr elsewhere: [ on a German keyboard.
  const isTyped = press.getModifierState('AltGraph') || (onMac && altKey && !isCommand && !isForeign)
  if (isTyped) return /[a-z]/i.test(key) ? null : key
  if (altKey || isForeign) return null
  const letter = letterOf(press)
  if (isCommand) return `${shiftKey ? 'Ctrl+Shift+' : 'Ctrl+'}${letter ?? key}`
  // Layouts need Shift for different signs: / on a German keyboard, digits on a French one.
  if (letter) return shiftKey ? `Shift+${letter}` : letter
  return key
}

const BRACKETS: Record<string, string> = { BracketLeft: '[', BracketRight: ']' }

/**
 * The letter of a press in lower case. For scripts without Latin letters, the key at its position counts, also where
 * they have letters or digits of their own in the place of brackets and digits.
 */
function letterOf({ key, code }: Press): string | null {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase()
  const isOtherScript = /[\p{L}\p{M}\p{Nd}]/u.test(key) && !/[\p{Script=Latin}0-9]/u.test(key)
  if (!isOtherScript) return null
  return BRACKETS[code] ?? /^(?:Key|Digit)(.)$/.exec(code)?.[1]?.toLowerCase() ?? null
}
