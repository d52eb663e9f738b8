/*
 * Drafts of versions before 0.2: one list per user. They are given their own keys once, so that no value entered before
 * an upgrade is lost.
 */

type EarlierDraft = { resultId: string; value: string | null }

/** Moves the drafts of `listKey` to keys that begin with `prefix`. A draft entered since stays. */
export function moveEarlierDrafts(listKey: string, prefix: string): void {
  for (const draft of earlierDrafts(listKey)) {
    const key = prefix + draft.resultId
    if (localStorage.getItem(key) === null) localStorage.setItem(key, JSON.stringify({ ...draft, entryId: '' }))
  }
  localStorage.removeItem(listKey)
}

function earlierDrafts(listKey: string): EarlierDraft[] {
  try {
    return JSON.parse(localStorage.getItem(listKey) ?? '[]') as EarlierDraft[]
  } catch {
    return []
  }
}
