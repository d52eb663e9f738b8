/** A copy of the set with the entry added, or removed if it was there. */
export function toggled<Entry>(set: ReadonlySet<Entry>, entry: Entry): ReadonlySet<Entry> {
  const next = new Set(set)
  if (!next.delete(entry)) next.add(entry)
  return next
}
