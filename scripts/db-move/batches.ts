/** Batch limits: large enough to amortize a round trip, small enough for memory. */
const ROWS = 2_000
const CHARACTERS = 4_000_000

/** Groups rows into batches, each row with its text form. */
export function* batches<T>(rows: Iterable<T>, textOf: (row: T) => string): Generator<{ rows: T[]; texts: string[] }> {
  let batch: { rows: T[]; texts: string[] } = { rows: [], texts: [] }
  let characters = 0
  for (const row of rows) {
    const text = textOf(row)
    batch.rows.push(row)
    batch.texts.push(text)
    characters += text.length
    if (batch.rows.length < ROWS && characters < CHARACTERS) continue
    yield batch
    batch = { rows: [], texts: [] }
    characters = 0
  }
  if (batch.rows.length > 0) yield batch
}
