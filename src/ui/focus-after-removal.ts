/* Deleting a row removes the focused button, and browsers would move the focus to the top of the page. */

const POLL_MS = 50
const TIMEOUT_MS = 10_000

/** Deletions whose focus has not moved yet. */
let waiting = 0

/** Whether a deletion is about to move the focus. Meanwhile, a list that follows its cursor leaves the focus alone. */
export const willMoveFocus = () => waiting > 0

export const removes = (noun: string) => ({ 'data-removes': noun })

/** Attribute of a button that deletes the entity or list that a screen shows. */
export const removesShown = (noun: string) => ({ 'data-removes-shown': noun })

/** Attribute of the element that receives the focus when no row is left. */
export const afterRemovalOf = (noun: string) => ({ 'data-after-removal': noun })

/** The element marked by `afterRemovalOf`. */
export const instead = (noun: string) => document.querySelector<HTMLElement>(`[data-after-removal="${noun}"]`)

/**
 * Call it with the pressed button before a deletion, and the returned function once the deletion is confirmed. When the
 * button is gone, the focus moves to the button of the next row, or to the element marked by `afterRemovalOf`. A list whose
 * rows stay in place has the next row under the same button.
 */
export function focusAfterRemoval(pressed: Element | null): () => void {
  const button = pressed?.closest<HTMLElement>('[data-removes], [data-removes-shown]')
  if (!button) return () => undefined
  const noun = button.dataset['removes'] ?? button.dataset['removesShown'] ?? ''
  const all = () => Array.from(document.querySelectorAll<HTMLElement>(`[data-removes="${noun}"]`))
  const index = all().indexOf(button)
  const findNext = () => {
    const rest = all()
    return rest[Math.min(index, rest.length - 1)] ?? instead(noun)
  }
  return () => {
    waiting += 1
    void focusOnceGone(button, findNext).finally(() => (waiting -= 1))
  }
}

async function focusOnceGone(button: HTMLElement, findNext: () => HTMLElement | null): Promise<void> {
  let wasClosed = false
  for (const start = performance.now(); performance.now() - start < TIMEOUT_MS;) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    const { activeElement } = document
    // The confirmation dialog holds the focus until it is closed.
    if (document.querySelector('#root[inert]') || activeElement?.closest('[role="dialog"]')) continue
    const isLost = !activeElement || activeElement === document.body
    if (button.isConnected) {
      // On a busy machine a dialog focuses its own button before it notes which element had the focus.
      if (isLost && !wasClosed) button.focus()
      wasClosed = true
      continue
    }
    if (!isLost) return
    const next = findNext()
    next?.focus()
    if (next) return
  }
}
