import { formatNumber } from '#shared/format.ts'
import { groupBy } from './group-by.ts'

const SHOWN = 2

/** `hint` says how to fix it. Problems with the same hint are grouped, and the hint is shown once. */
type Foldable = { line: string; message: string; hint?: string | undefined }

/** Groups similar problems: the first two lines, the number of further ones, and the hint. */
export function fold(problems: Foldable[]): string[] {
  const groups = groupBy(problems, likenessOf)
  return [...groups.values()].flatMap((group) => {
    const hint = group[0]?.hint
    // "1 more" would take as much space as the line itself.
    const shown = group.length === SHOWN + 1 ? group : group.slice(0, SHOWN)
    const more = group.length - shown.length
    return [
      ...shown.map(({ line }) => line),
      ...(more > 0 ? [`  and ${formatNumber(more)} more like it`] : []),
      ...(hint === undefined ? [] : [`  ${hint}`]),
    ]
  })
}

/** The same for lines that come one by one, such as warnings about many files. */
export class Folding {
  readonly #counts = new Map<string, { message: string; count: number }>()

  isShown({ message, hint }: Pick<Foldable, 'message' | 'hint'>): boolean {
    const likeness = likenessOf({ message, hint })
    const { count, message: first } = this.#counts.get(likeness) ?? { count: 0, message }
    this.#counts.set(likeness, { message: first, count: count + 1 })
    return count < SHOWN
  }

  rest(): string[] {
    return [...this.#counts.values()]
      .filter(({ count }) => count > SHOWN)
      .map(({ message, count }) => `and ${formatNumber(count - SHOWN)} more like it: ${message}`)
  }
}

/** Messages are similar if they differ only in numbers and quoted names. */
function likenessOf({ message, hint }: Pick<Foldable, 'message' | 'hint'>): string {
  return hint ?? message.replaceAll(/"[^"]*"|\d+/g, '#')
}
