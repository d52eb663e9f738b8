/* How the keyboard goes from value to value down the list of a run. */

/** Marks the list and the fields in it. */
export const VALUE_LIST = 'data-value-list'
export const VALUE_FIELD = 'data-value-field'
/** Marks what holds a field and all that belongs to it. */
export const VALUE_ROW = 'data-value-row'

const SCROLLS = 40

/** Focuses the next value field above or below; scrolls on while there is none, since far rows are not there yet. */
export async function focusNextValue(from: HTMLElement, step: 1 | -1): Promise<void> {
  const list = from.closest(`[${VALUE_LIST}]`)
  if (!list) return
  const start = window.scrollY
  for (let scrolls = 0; scrolls < SCROLLS; scrolls += 1) {
    const fields = Array.from(list.querySelectorAll<HTMLElement>(`[${VALUE_FIELD}]`))
    const next = fields[fields.indexOf(from) + step]
    if (next) return focus(next)
    const before = window.scrollY
    window.scrollBy({ top: (step * window.innerHeight) / 2, behavior: 'instant' })
    await rendered()
    if (window.scrollY === before) break
  }
  // The way was in vain: what was just entered is to stay in sight.
  window.scrollTo({ top: start, behavior: 'instant' })
}

/** Focuses the value field of the row that this stands in. */
export function focusValueBeside(from: HTMLElement): void {
  const field = from.closest(`[${VALUE_ROW}]`)?.querySelector<HTMLElement>(`[${VALUE_FIELD}]`)
  if (field) focus(field)
}

function focus(field: HTMLElement): void {
  field.focus()
  if (field instanceof HTMLTextAreaElement) field.select()
}

const rendered = () => new Promise((resolve) => setTimeout(resolve, 100))
