/* When a row is deleted its button goes too, and the focus would fall back to the top of the page. */

const LOOK_AGAIN_MS = 50
const PATIENCE_MS = 10_000

/** For the button that deletes one of many: what it deletes, as one word. */
export const removes = (noun: string) => ({ 'data-removes': noun })

/** For the button that deletes what the screen is about. */
export const removesShown = (noun: string) => ({ 'data-removes-shown': noun })

/** For what takes the focus when there is no other row. */
export const afterRemovalOf = (noun: string) => ({ 'data-after-removal': noun })

/**
 * For a deletion by a button with one of these marks: remembers its place, and answers what to call when it is
 * sure. Once the button has gone, the focus goes to the same button of the row that has taken the place, or to
 * what `afterRemovalOf` marks; unless somebody has moved it on.
 */
export function focusPlaceOf(asking: Element | null): () => void {
  const button = asking?.closest<HTMLElement>('[data-removes], [data-removes-shown]')
  if (!button) return () => undefined
  const noun = button.dataset['removes'] ?? button.dataset['removesShown']
  const all = () => Array.from(document.querySelectorAll<HTMLElement>(`[data-removes="${noun}"]`))
  const place = all().indexOf(button)
  const findNext = () => {
    const left = all()
    return (
      left[Math.min(place, left.length - 1)] ?? document.querySelector<HTMLElement>(`[data-after-removal="${noun}"]`)
    )
  }
  return () => void focusOnceGone(button, findNext)
}

async function focusOnceGone(button: HTMLElement, findNext: () => HTMLElement | null): Promise<void> {
  for (const start = performance.now(); performance.now() - start < PATIENCE_MS;) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
    const { activeElement } = document
    // The question itself holds the focus until it is out of sight.
    if (button.isConnected || document.querySelector('#root[inert]') || activeElement?.closest('[role="dialog"]'))
      continue
    if (activeElement && activeElement !== document.body) return
    const next = findNext()
    next?.focus()
    if (next) return
  }
}
