/** The words of a search in lower case. Done in JavaScript, because databases know only the letters of their locale. */
export const searchWords = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

/** Whether every word occurs in one of the texts. `words` come from `searchWords`. */
export function hasWords(texts: readonly (string | null)[], words: readonly string[]): boolean {
  if (words.length === 0) return true
  // Words contain no line end, so none matches across two texts.
  const searched = texts.join('\n').toLowerCase()
  return words.every((word) => searched.includes(word))
}
