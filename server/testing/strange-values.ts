/* Values that are hard to write as JSON, equal in every run. */

const PIECES = [
  Array.from({ length: 33 }, (_, code) => String.fromCharCode(code)),
  ['"', '\\', '/', "'", '%', '%s', '</script>', '\\u0041', '\\n', '{}', '[1]', 'null', '""'],
  ['\u007f', '\u0080', '\u009f', '\u2028', '\u2029', '\ufeff', '\ufffd', '\ufffe', '\uffff'],
  [
    '\ud800',
    '\udbff',
    '\udc00',
    '\udfff',
    '\ud83d',
    '\ude00',
    '😀',
    '𝒳',
    'é',
    'e\u0301',
    '測試',
    'עברית',
    'plain text',
  ],
].flat()

const NUMBERS = [
  [0, -0, 1, 12.5, 100, 0.1, 0.2, 0.1 + 0.2, 1 / 3, 2 / 3, 4.35, 1.005, 1e-4, 9.9999e-5, 0.00012345, 1e-6, 1e-7],
  [2 ** 53 - 1, 2 ** 53, 2 ** 53 + 2, 2 ** 60, 2 ** 63, 2 ** 64, 1e15, 1e15 + 0.5, 999_999_999_999_999.9, 1e16, 1e17],
  [123_456_789_012_345.67, 1e20, 1e21, 1.5e21, 1e22, 1e23, 1e100, 5e-324, Number.MIN_VALUE * 3, Number.EPSILON],
  [2.2250738585072014e-308, Number.MAX_VALUE, 1 + Number.EPSILON, 1.7976931348623157e308, 8.41e21, 9.5e-9],
].flat()

/** A source of values that depends only on `seed`. */
export class StrangeValues {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** From 0 to `end`, exclusive. */
  below(end: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((this.#state / 2 ** 32) * end)
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)] as T
  }

  text(): string {
    if (this.below(400) === 0) return this.pick(PIECES).repeat(20_000)
    return Array.from({ length: this.below(8) }, () => this.pick(PIECES)).join('')
  }

  textOrNull(): string | null {
    return this.below(4) === 0 ? null : this.text()
  }

  /** A list in stored form. */
  listOrNull(item: () => unknown): string | null {
    return this.below(2) === 0 ? null : JSON.stringify(Array.from({ length: this.below(4) + 1 }, item))
  }

  /** Also numbers of any size with all their digits, and short decimal fractions. */
  number(): number {
    const kind = this.below(4)
    if (kind === 0) return this.pick(NUMBERS)
    if (kind === 1) return this.below(10_000_000) / 10 ** this.below(8)
    return this.#anyNumber()
  }

  #anyNumber(): number {
    const bits = new DataView(new ArrayBuffer(8))
    bits.setUint32(0, this.below(2 ** 31))
    bits.setUint32(4, this.below(2 ** 32))
    const number = bits.getFloat64(0)
    return Number.isFinite(number) ? number : this.below(1000)
  }
}
