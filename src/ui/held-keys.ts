import { useLayoutEffect } from 'react'

/*
 * From the press that opens an overlay, keys belong to it: they are queued until it has the focus, and then typed
 * there. None of them acts on the page behind.
 */

/** Elements that take all keys while they have the focus. */
export const OVERLAY = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], dialog'

const NOT_TEXT = 'button, checkbox, color, file, image, radio, range, reset, submit'
  .split(', ')
  .map((type) => `[type="${type}"]`)
  .join(', ')
export const TEXT = `textarea, select, input:not(${NOT_TEXT}), [contenteditable]:not([contenteditable="false"])`

const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock'])
/** Without a handler, only the browser can perform these. */
const NATIVE = new Set(['Tab', 'Enter', ' '])

const holds = new Set<object>()
/** Queued keys, oldest first. */
let queue: KeyboardEvent[] = []
let isTyping = false
let before: Element | null = null

const overlayOf = (element: Element | null) => element?.closest(OVERLAY) ?? null

/**
 * Queues keys until an overlay takes the focus. If it opens without one, `release` sends them on; if it does not open,
 * `drop` discards them.
 */
export function holdKeys() {
  const hold = {}
  if (holds.size === 0) before = overlayOf(document.activeElement)
  holds.add(hold)
  const end = () => holds.delete(hold) && holds.size === 0
  return { release: () => void (end() && typeQueue()), drop: () => void (end() && dropKeys()) }
}

export function useHeldKeys(isOpen: boolean): void {
  // Before it is painted: it gets keys that are pressed immediately.
  useLayoutEffect(() => (isOpen ? holdKeys().drop : undefined), [isOpen])
}

/** For an overlay that could not open. */
export function dropKeys(): void {
  holds.clear()
  queue = []
}

/** Types the keys one by one, so that each finds the changes of the one before. */
async function typeQueue(): Promise<void> {
  if (isTyping) return
  isTyping = true
  const overlay = overlayOf(document.activeElement)
  while (holds.size === 0) {
    const press = queue.shift()
    if (!press) break
    // A key has closed the overlay. The keys after it were meant for it, too.
    const isGone = overlay !== null && overlayOf(document.activeElement) !== overlay
    if (isGone || !typeKey(press, overlay)) queue = []
    await new Promise((resolve) => setTimeout(resolve))
  }
  isTyping = false
}

/** Returns false for a key that only the browser could type: the keys after it would be misplaced. */
function typeKey({ key, code, shiftKey, altKey }: KeyboardEvent, overlay: Element | null): boolean {
  const isCharacter = /^.$/u.test(key)
  const focused = document.activeElement ?? document.body
  const target = isCharacter && !focused.matches(TEXT) ? (firstField(overlay) ?? focused) : focused
  if (target !== focused && target instanceof HTMLElement) target.focus()
  const copy = new KeyboardEvent('keydown', { key, code, shiftKey, altKey, bubbles: true, cancelable: true })
  if (!target.dispatchEvent(copy)) return true
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) || !target.matches(TEXT))
    return !NATIVE.has(key)
  const { selectionStart: start, selectionEnd: end } = target
  // A number field has no selection.
  if (start === null || end === null || target.readOnly) return !NATIVE.has(key)
  if (isCharacter) replace(target, key, start, end)
  else if (key === 'Backspace') replace(target, '', start === end ? Math.max(0, start - 1) : start, end)
  else if (key === 'Enter' && target instanceof HTMLTextAreaElement) replace(target, '\n', start, end)
  else return !NATIVE.has(key)
  return true
}

function firstField(overlay: Element | null): HTMLElement | undefined {
  const fields = overlay?.querySelectorAll<HTMLElement>('input, textarea') ?? []
  return [...fields].find((field) => field.matches(`${TEXT}:enabled`) && field.checkVisibility())
}

function replace(field: HTMLInputElement | HTMLTextAreaElement, text: string, start: number, end: number): void {
  if (field.maxLength >= 0 && field.value.length - (end - start) + text.length > field.maxLength) return
  field.setRangeText(text, start, end, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data: text, inputType: 'insertText' }))
}

/** Shortcuts of the browser are left to it, except Ctrl+K, which would leave the page. */
function isOfBrowser(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey } = event
  return /^F\d+$/.test(key) || ((ctrlKey || metaKey) && !event.getModifierState('AltGraph'))
}

function hold(event: KeyboardEvent): void {
  if (!event.isTrusted || MODIFIERS.has(event.key) || (holds.size === 0 && !isTyping)) return
  event.stopImmediatePropagation()
  if (isOfBrowser(event)) {
    if (event.key.toLowerCase() === 'k') event.preventDefault()
    return
  }
  event.preventDefault()
  // The key that opened the overlay may still be down.
  if (!event.repeat) queue.push(event)
}

/** An overlay that has opened takes the keys. */
function arrive(): void {
  const overlay = overlayOf(document.activeElement)
  if (holds.size === 0 || overlay === null || overlay === before) return
  holds.clear()
  void typeQueue()
}

// Before any other key listener.
window.addEventListener('keydown', hold, { capture: true })
window.addEventListener('focusin', arrive)
// A mouse press ends the wait.
window.addEventListener('pointerdown', dropKeys, { capture: true })
