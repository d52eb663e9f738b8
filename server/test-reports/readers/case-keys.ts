const TAG = /(?<=^|\s)\[(C\d+(?:[,\s]+C\d+)*)\]/g
const PREFIX = /^((?:C\d+_)+)/

/** The case keys that a test's name carries: `[C12]` or `[C12, C13]` tags, else a leading `C200_C201_`. */
export function keysInName(name: string): string[] {
  if (!name.includes('[C') && !name.startsWith('C')) return []
  const tags = Array.from(name.matchAll(TAG), ([, keys = '']) => keys)
  return splitKeys(tags.length > 0 ? tags.join(',') : (PREFIX.exec(name)?.[1]?.replaceAll('_', ',') ?? ''))
}

/** "C12, C13" to its keys. */
export function splitKeys(text: string): string[] {
  return text.split(/[,\s]+/).filter((key) => key !== '')
}
