/** Limits for parts of a report; a report that exceeds one is refused. Sizes are in characters. */
export type ReaderLimits = {
  depth: number
  attributes: number
  attribute: number
  text: number
  /** Of all tests that a format can emit only at its end. */
  held: number
  /** Counts what all reports hold that are being read. Throws when it is too much. */
  shared?: { hold(characters: number): void }
}

export const READER_LIMITS: ReaderLimits = {
  depth: 200,
  attributes: 100,
  attribute: 1_000_000,
  text: 4_000_000,
  held: 100_000_000,
}
