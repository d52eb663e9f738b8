import { storedUser } from '#src/lib/session.ts'

/*
 * What was typed in the form of a case and not saved. sessionStorage keeps it over a reload of the tab. Its keys end
 * with the user's id, so no user is offered another's; a logout clears it.
 */

/** The changed fields of a form. */
export type CaseDraft<Values> = Partial<Values>

/** The fields that differ from `initial`; null if none does. */
export function changedFields<Values extends object>(initial: Values, values: Values): CaseDraft<Values> | null {
  const isChanged = (field: string, value: unknown) =>
    JSON.stringify(value) !== JSON.stringify(initial[field as keyof Values])
  const changed = Object.entries(values).filter(([field, value]) => isChanged(field, value))
  return changed.length > 0 ? (Object.fromEntries(changed) as CaseDraft<Values>) : null
}

/** `form`: 'new' with the suite's id, or 'edit' with the case's id. */
export function readDraft<Values>(form: string): CaseDraft<Values> | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(form)) ?? 'null') as CaseDraft<Values> | null
  } catch {
    return null
  }
}

/** Replaces the draft of a form, or removes it. */
export function writeDraft<Values>(form: string, draft: CaseDraft<Values> | null): void {
  if (draft === null) return sessionStorage.removeItem(keyOf(form))
  try {
    sessionStorage.setItem(keyOf(form), JSON.stringify(draft))
  } catch {
    // The storage is full. The form works without a draft.
  }
}

const keyOf = (form: string) => `caseDraft:${form}:${storedUser()?.id ?? ''}`
