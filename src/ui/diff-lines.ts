import { diffLines, diffWordsWithSpace } from 'diff'
import { canonicalJson, prettyJson } from './pretty-json.ts'

export type Piece = { text: string; isChanged: boolean }

/** Lines that differ. Either side may be empty. */
export type Change = {
  equalBefore: number
  removed: Piece[][]
  added: Piece[][]
}

/** The work is quadratic in the number of edits. Beyond this limit, texts count as completely different. */
const EDITS_MAX = 1_000
/** Longer lines are not compared by words. */
const WORDS_MAX = 5_000

/** The changed lines between two values. JSON is compared in canonical key order. */
export function changedLines(expected: string, actual: string): Change[] {
  const [before, after] = comparable(expected, actual)
  const parts = diffLines(before, after, { maxEditLength: EDITS_MAX }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ]
  const changes: Change[] = []
  let equalBefore = 0
  let open: { removed: string[]; added: string[] } | null = null
  const close = () => {
    if (open) changes.push({ equalBefore, ...withWords(open) })
    if (open) equalBefore = 0
    open = null
  }
  for (const { value, added, removed } of parts) {
    const lines = linesOf(value)
    if (!added && !removed) {
      close()
      equalBefore = lines.length
    } else {
      open ??= { removed: [], added: [] }
      open[added ? 'added' : 'removed'].push(...lines)
    }
  }
  close()
  return changes
}

/** Both as canonical JSON, or both as shown. A trailing line break is not a difference of the last line. */
function comparable(expected: string, actual: string): [string, string] {
  const json = [canonicalJson(expected), canonicalJson(actual)] as const
  const [before, after] = json[0] !== null && json[1] !== null ? [json[0], json[1]] : [expected, actual].map(prettyJson)
  return [`${before}\n`, `${after}\n`]
}

const linesOf = (text: string) => text.replace(/\n$/, '').split('\n')

function withWords({ removed, added }: { removed: string[]; added: string[] }): Omit<Change, 'equalBefore'> {
  const pairs = removed.length === added.length ? removed.map((line, index) => words(line, added[index] ?? '')) : null
  return {
    removed: removed.map((line, index) => pairs?.[index]?.removed ?? whole(line)),
    added: added.map((line, index) => pairs?.[index]?.added ?? whole(line)),
  }
}

const whole = (text: string): Piece[] => [{ text, isChanged: false }]

function words(before: string, after: string): { removed: Piece[]; added: Piece[] } | null {
  if (before.length + after.length > WORDS_MAX) return null
  const parts = diffWordsWithSpace(before, after, { maxEditLength: EDITS_MAX })
  if (!parts?.some(({ added, removed, value }) => !added && !removed && value.trim() !== '')) return null
  const side = (other: 'added' | 'removed', own: 'added' | 'removed') =>
    parts.filter((part) => !part[other]).map((part) => ({ text: part.value, isChanged: part[own] }))
  return { removed: side('added', 'removed'), added: side('removed', 'added') }
}
