import { keepInTab, readFromTab } from '#src/lib/tab-storage.ts'

/* Unsaved edits of the case form, which the tab keeps over a reload and an ended session. */

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
  const draft = readFromTab(nameOf(form)) as CaseDraft<Values> | null
  // Earlier versions stored only the values.
  return draft?.values && draft.base ? draft : null
}

export const writeDraft = <Values>(form: string, draft: CaseDraft<Values> | null): void =>
  keepInTab(nameOf(form), draft)

const nameOf = (form: string) => `caseDraft:${form}`
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
