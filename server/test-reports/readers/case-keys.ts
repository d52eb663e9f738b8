const TAG = /(?<=^|\s)\[(C\d+(?:[,\s]+C\d+)*)\]/g
const PREFIX = /^((?:C\d+_)+)/

/** The case keys in a test's name: `[C12]` or `[C12, C13]` tags, else a leading `C200_C201_`. */
export function keysInName(name: string): string[] {
  if (!name.includes('[C') && !name.startsWith('C')) return []
  const tags = Array.from(name.matchAll(TAG), ([, keys = '']) => keys)
  return splitKeys(tags.length > 0 ? tags.join(',') : (PREFIX.exec(name)?.[1]?.replaceAll('_', ',') ?? ''))
}

/** Splits "C12, C13". */
export function splitKeys(text: string): string[] {
  return text.split(/[,\s]+/).filter((key) => key !== '')
}
