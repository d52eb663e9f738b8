/** Splits a list into `parts` contiguous parts. Sizes differ by one at most, larger parts first. */
export function sharesOf<T>(items: readonly T[], parts: number): T[][] {
  const [size, longer] = [Math.floor(items.length / parts), items.length % parts]
  const startOf = (part: number) => part * size + Math.min(part, longer)
  return Array.from({ length: parts }, (_, part) => items.slice(startOf(part), startOf(part + 1)))
}
