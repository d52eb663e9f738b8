import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../times.ts'

const UNITS: Record<string, number> = { w: 7 * DAY_MS, d: DAY_MS, h: HOUR_MS, m: MINUTE_MS, s: 1_000, ms: 1 }

const AMOUNT = String.raw`\d{1,9}(?:\.\d{1,20})?`
const PART = String.raw`(${AMOUNT})\s*(ms|w|d|h|m|s)`
const SECONDS = new RegExp(`^${AMOUNT}$`)
const PARTS = new RegExp(String.raw`^(?:${PART}\s*)+$`, 'i')

/** Milliseconds of a text such as `1m 45s`, `2h` or `0.12s`; a bare number means seconds. Undefined for other texts. */
export function millisecondsOf(elapsed: string): number | undefined {
  const text = elapsed.trim()
  if (SECONDS.test(text)) return Math.round(Number(text) * 1_000)
  if (text.length > 50 || !PARTS.test(text)) return undefined
  const parts = [...text.matchAll(new RegExp(PART, 'gi'))]
  return Math.round(
    parts.reduce((sum, [, amount, unit = '']) => sum + Number(amount) * (UNITS[unit.toLowerCase()] ?? 0), 0),
  )
}

/** The same in words, in whole seconds: callers cannot read fractions. */
export function elapsedText(milliseconds: number): string {
  let left = Math.max(1, Math.round(milliseconds / 1_000))
  const parts: string[] = []
  for (const [unit, seconds] of [
    ['h', 3_600],
    ['m', 60],
    ['s', 1],
  ] as const) {
    const count = Math.floor(left / seconds)
    left -= count * seconds
    if (count > 0) parts.push(`${count}${unit}`)
  }
  return parts.join(' ')
}
