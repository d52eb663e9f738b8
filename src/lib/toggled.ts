export function toggled<Entry>(set: ReadonlySet<Entry>, entry: Entry): ReadonlySet<Entry> {
  return toggledAll(set, [entry])
}

/** Adds the entries, or removes them if the set has them all. */
export function toggledAll<Entry>(set: ReadonlySet<Entry>, entries: readonly Entry[]): ReadonlySet<Entry> {
  const next = new Set(set)
  const hasAll = entries.every((entry) => set.has(entry))
  for (const entry of entries)
    if (hasAll) next.delete(entry)
    else next.add(entry)
  return next
}
