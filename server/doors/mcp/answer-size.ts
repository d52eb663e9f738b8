import { invalidField } from '#shared/errors.ts'

/** The maximum of an answer in bytes of JSON: agents read every one of them. */
const ANSWER_MAX = 20_000

const sizeOf = (answer: unknown) => Buffer.byteLength(JSON.stringify(answer))

const ITEMS_MAX = 16_000

/** As many items from the start as an answer takes. */
export function asMany<T>(items: T[], most = ITEMS_MAX): T[] {
  let size = 0
  const end = items.findIndex((item) => (size += sizeOf(item) + 1) > most)
  return end === -1 ? items : items.slice(0, Math.max(1, end))
}

const LENGTHS = [16_000, 12_000, 8_000, 6_000, 4_000, 3_000, 2_000, 1_500, 1_000, 700, 500, 300, 200, 100, 60, 30]
const SHORTEST = 10

type Texts = { path: string; text: string }[]

/** Cuts the longest texts until the answer is small enough. `readsOn`: a `next` in the answer reads the rest of them. */
export function fit(answer: Record<string, unknown>, { readsOn = false } = {}): Record<string, unknown> {
  if (sizeOf(answer) <= ANSWER_MAX) return answer
  const length = lengthFor(answer)
  const shown = cut(answer, length) as Record<string, unknown>
  const [first] = textsOver(answer, length)
  if (!readsOn || !first) return shown
  return { ...shown, next: nextOf(first, length), cut: 'Texts that end in … go on: call again with next' }
}

const lengthFor = (answer: object) =>
  LENGTHS.find((length) => sizeOf(cut(answer, length)) <= ANSWER_MAX - 400) ?? SHORTEST

const nextOf = ({ path, text }: Texts[number], end: number) => `${path}@${wholeEnd(text, end)}`

/** Leaves some of an answer for the names around its texts. */
const PARTS_MAX = ANSWER_MAX - 2_000
const WORTH_A_PART = 500

/** What a `next` of `fit` asks for: the following parts of the texts that were cut. */
export function readOn(answer: Record<string, unknown>, next: string): Record<string, unknown> {
  const [, path = '', from = ''] = /^(.+)@(\d{1,9})$/.exec(next) ?? []
  const length = lengthFor(answer)
  const texts = textsOver(answer, length)
  const first = texts.findIndex((text) => text.path === path)
  if (first === -1) throw invalidField('next', 'next must be the one that this tool answered')
  const parts: { path: string; text: string }[] = []
  let left = PARTS_MAX
  for (const { path, text } of texts.slice(first)) {
    const start = parts.length === 0 ? Number(from) : wholeEnd(text, length)
    if (left < WORTH_A_PART) return { parts, next: `${path}@${start}` }
    const part = startFor(text.slice(start), left)
    parts.push({ path, text: part })
    left -= sizeOf(parts.at(-1))
    if (start + part.length < text.length) return { parts, next: `${path}@${start + part.length}` }
  }
  return { parts }
}

/** As much of a text as so many bytes of JSON hold. */
function startFor(text: string, bytes: number): string {
  if (sizeOf(text.slice(0, bytes)) <= bytes) return text.slice(0, wholeEnd(text, bytes))
  const length = LENGTHS.find((length) => sizeOf(text.slice(0, length)) <= bytes) ?? SHORTEST
  return text.slice(0, wholeEnd(text, length))
}

/** Where to cut a text so that no character is cut in half. */
function wholeEnd(text: string, end: number): number {
  return /[\ud800-\udbff]/.test(text.charAt(end - 1)) && end < text.length ? end - 1 : end
}

function textsOver(value: unknown, length: number, path = ''): Texts {
  if (typeof value === 'string') return value.length > length ? [{ path, text: value }] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, below]) => textsOver(below, length, path ? `${path}.${name}` : name))
}

function cut(value: unknown, length: number): unknown {
  if (typeof value === 'string') return value.length > length ? `${value.slice(0, wholeEnd(value, length))}…` : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((entry) => cut(entry, length))
  return Object.fromEntries(Object.entries(value).map(([name, below]) => [name, cut(below, length)]))
}
