import { OVERLAY, TEXT } from '#src/ui/held-keys.ts'
import type { Key } from './key-map.ts'

/* Keys that belong to the focused element rather than to the screen. */

const OPEN_MENU = '[aria-haspopup="menu"][aria-expanded="true"], [aria-haspopup="listbox"][aria-expanded="true"]'
const PRESSED = 'a[href], button, summary, input, [role="button"], [role="tab"], [role="option"]'
const MOVED = '[role="tab"], [role="radio"], [role="slider"], [role="separator"], [type="radio"], [type="range"]'

/** Whether the user is typing, or has a dialog, a menu or a list of options open. */
export function isSuspended(target: Element): boolean {
  return target.closest(`${TEXT}, ${OVERLAY}`) !== null || document.querySelector(`#root[inert], ${OPEN_MENU}`) !== null
}

/** Whether the focused control uses the key itself: Enter presses a button, arrows move a slider. */
export function isUsedBy(target: Element, key: Key): boolean {
  if (key === 'Enter') return target.closest(PRESSED) !== null
  return /Arrow|Home|End/.test(key) && target.closest(MOVED) !== null
}
