/** A seeded generator (mulberry32), so that every demo is the same. Numbers are in [0, 1). */
function randomFrom(seedNumber: number): () => number {
  let state = seedNumber
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A number in [0, 1) that depends only on a text. */
export function shareOf(text: string): number {
  let hash = 2_166_136_261
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619)
  return randomFrom(hash)()
}
