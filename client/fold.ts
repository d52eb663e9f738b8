import { groupBy } from './group-by.ts'

/** Lines of a kind that are shown before the others are counted. */
const SHOWN = 2

/** `hint`: what to do about it. Problems with one hint are alike, and the hint is said once. */
export type Foldable = { line: string; message: string; hint?: string | undefined }

/** Lists problems, those that are alike together: the first two, how many more there are, and their hint. */
export function fold(problems: Foldable[]): string[] {
  const groups = groupBy(problems, likenessOf)
  return [...groups.values()].flatMap((group) => {
    const hint = group[0]?.hint
    // A line of its own is worth as much as the number of one.
    const shown = group.length === SHOWN + 1 ? group : group.slice(0, SHOWN)
    const more = group.length - shown.length
    return [
      ...shown.map(({ line }) => line),
      ...(more > 0 ? [`  and ${more.toLocaleString('en')} more like it`] : []),
      ...(hint === undefined ? [] : [`  ${hint}`]),
    ]
  })
}

/** The same for lines that come one after the other, such as the warnings about many files. */
export class Folding {
  readonly #counts = new Map<string, { message: string; count: number }>()

  /** Whether the line is to be shown now. */
  isShown({ message, hint }: Pick<Foldable, 'message' | 'hint'>): boolean {
    const likeness = likenessOf({ message, hint })
    const { count, message: first } = this.#counts.get(likeness) ?? { count: 0, message }
    this.#counts.set(likeness, { message: first, count: count + 1 })
    return count < SHOWN
  }

  /** What was not shown. */
  rest(): string[] {
    return [...this.#counts.values()]
      .filter(({ count }) => count > SHOWN)
      .map(({ message, count }) => `and ${(count - SHOWN).toLocaleString('en')} more like it: ${message}`)
  }
}

/** Messages that differ only in numbers and quoted names are alike. */
function likenessOf({ message, hint }: Pick<Foldable, 'message' | 'hint'>): string {
  return hint ?? message.replaceAll(/"[^"]*"|\d+/g, '#')
}
