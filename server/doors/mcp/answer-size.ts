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

type Texts = { path: string; text: string }[]

/** Cuts the longest texts until the answer is small enough. `readsOn`: a `next` in the answer reads the rest of them. */
export function fit(answer: Record<string, unknown>, { readsOn = false } = {}): Record<string, unknown> {
  if (sizeOf(answer) <= ANSWER_MAX) return answer
  const length = LENGTHS.find((length) => sizeOf(cut(answer, length)) <= ANSWER_MAX - 400) ?? 10
  const [first] = textsOver(answer, length)
  const shown = cut(answer, length) as Record<string, unknown>
  if (!readsOn || !first) return shown
  return { ...shown, next: `${first.path}@${length}`, cut: 'Texts that end in … go on: call again with next' }
}

/** What a `next` of `fit` asks for: the following part of a text that was cut. */
export function readOn(answer: Record<string, unknown>, next: string): Record<string, unknown> {
  const [, path = '', from = ''] = /^(.+)@(\d{1,9})$/.exec(next) ?? []
  const texts = textsOver(answer, 0)
  const at = texts.findIndex((text) => text.path === path)
  const { text } = texts[at] ?? {}
  if (text === undefined) throw invalidField('next', 'next must be the one that this tool answered')
  const start = Number(from)
  const part = LENGTHS.map((length) => text.slice(start, start + length).toWellFormed()).find(
    (part) => sizeOf(part) <= ANSWER_MAX - 1_000,
  )
  const end = start + (part?.length ?? 0)
  const length = Number(/@(\d+)$/.exec(String(fit(answer, { readsOn: true })['next']))?.[1] ?? 0)
  const later = texts.slice(at + 1).find((other) => other.text.length > length)
  const following = end < text.length ? `${path}@${end}` : later && `${later.path}@${length}`
  return { path, from: start, of: text.length, text: part, ...(following !== undefined && { next: following }) }
}

function textsOver(value: unknown, length: number, path = ''): Texts {
  if (typeof value === 'string') return value.length > length ? [{ path, text: value }] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, below]) => textsOver(below, length, path ? `${path}.${name}` : name))
}

function cut(value: unknown, length: number): unknown {
  if (typeof value === 'string') return value.length > length ? `${value.slice(0, length).toWellFormed()}…` : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((entry) => cut(entry, length))
  return Object.fromEntries(Object.entries(value).map(([name, below]) => [name, cut(below, length)]))
}
