/** The words of a search, in lower case. JavaScript knows all letters; databases only those of their locale. */
export const searchWords = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

/** Whether every word occurs in one of the texts. `words` are those of `searchWords`. */
export function hasWords(texts: readonly (string | null)[], words: readonly string[]): boolean {
  if (words.length === 0) return true
  // No word has a line end, so that none is found across two texts.
  const searched = texts.join('\n').toLowerCase()
  return words.every((word) => searched.includes(word))
}
