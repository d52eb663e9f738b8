/* Keyboard navigation between the value fields of a run. */

/** Data attributes of an editable list, its fields and the rows that contain them. */
export const VALUE_LIST = 'data-value-list'
export const VALUE_FIELD = 'data-value-field'
export const VALUE_ROW = 'data-value-row'

const SCROLLS_MAX = 40

/** Focuses the next value field above or below. Scrolls until there is one: distant rows are not rendered. */
export async function focusNextValue(from: HTMLElement, step: 1 | -1): Promise<void> {
  const list = from.closest(`[${VALUE_LIST}]`)
  if (!list) return
  const start = window.scrollY
  for (let scrolls = 0; scrolls < SCROLLS_MAX; scrolls += 1) {
    const fields = Array.from(list.querySelectorAll<HTMLElement>(`[${VALUE_FIELD}]`))
    const next = fields[fields.indexOf(from) + step]
    if (next) return focus(next)
    const before = window.scrollY
    window.scrollBy({ top: (step * window.innerHeight) / 2, behavior: 'instant' })
    await rendered()
    if (window.scrollY === before) break
  }
  // No field was found: scroll back to the value just entered.
  window.scrollTo({ top: start, behavior: 'instant' })
}

/** Focuses the value field of the row that contains an element. */
export function focusValueInRow(from: HTMLElement): void {
  const field = from.closest(`[${VALUE_ROW}]`)?.querySelector<HTMLElement>(`[${VALUE_FIELD}]`)
  if (field) focus(field)
}

function focus(field: HTMLElement): void {
  field.focus()
  if (field instanceof HTMLTextAreaElement) field.select()
}

const rendered = () => new Promise((resolve) => setTimeout(resolve, 100))
