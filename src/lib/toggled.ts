/** A set that holds an entry when the given one did not, and the other way round. */
export function toggled<Entry>(set: ReadonlySet<Entry>, entry: Entry): ReadonlySet<Entry> {
  const next = new Set(set)
  if (!next.delete(entry)) next.add(entry)
  return next
}
