import { storedUser } from '#src/lib/session.ts'

/*
 * Unsaved edits of the case form. sessionStorage keeps them over a reload of the tab and an ended session. The keys end
 * with the user's id, so nobody is offered another user's; a logout clears them.
 */

export type CaseDraft<Values> = { values: Partial<Values>; base: Partial<Values> }

/** The fields of `values` that differ from `initial`; null if none does. */
export function changedFields<Values extends object>(initial: Values, values: Partial<Values>): Partial<Values> | null {
  const changed = Object.entries(values).filter(([field, value]) => !isSame(value, initial[field as keyof Values]))
  return changed.length > 0 ? (Object.fromEntries(changed) as Partial<Values>) : null
}

/** The draft of a form. Fields of `base` replace those of `initial`: a resumed draft keeps its original base. */
export function draftOf<Values extends object>(
  initial: Values,
  values: Values,
  base: Partial<Values> = {},
): CaseDraft<Values> | null {
  const changed = changedFields(initial, values)
  if (!changed) return null
  const before = { ...initial, ...base }
  const fields = Object.keys(changed) as (keyof Values)[]
  return { values: changed, base: Object.fromEntries(fields.map((field) => [field, before[field]])) as Partial<Values> }
}

/** The fields of a draft that have since changed elsewhere, to another value than the draft's. */
export function outdatedFields<Values extends object>(current: Values, { values, base }: CaseDraft<Values>): string[] {
  return Object.keys(values).filter((name) => {
    const field = name as keyof Values
    return !isSame(base[field], current[field]) && !isSame(values[field], current[field])
  })
}

/** `form`: 'new' with the suite's id, or 'edit' with the case's id. */
export function readDraft<Values>(form: string): CaseDraft<Values> | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(form)) ?? 'null') as CaseDraft<Values> | null
    // Earlier versions stored only the values.
    return draft?.values && draft.base ? draft : null
  } catch {
    return null
  }
}

export function writeDraft<Values>(form: string, draft: CaseDraft<Values> | null): void {
  if (draft === null) return sessionStorage.removeItem(keyOf(form))
  try {
    sessionStorage.setItem(keyOf(form), JSON.stringify(draft))
  } catch {
    // The storage is full. The form works without a draft.
  }
}

const keyOf = (form: string) => `caseDraft:${form}:${storedUser()?.id ?? ''}`
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
