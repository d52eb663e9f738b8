import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { foldedPassword } from './folded-password.ts'

/** The first bytes of a SHA-256: of 50,000 passwords, one in 10¹⁴ others has the same ones. */
const HASH_BYTES = 8

/** Sorted hashes of folded passwords, made by scripts/common-passwords.ts. */
const FILE = new URL('./common-passwords.bin', import.meta.url)

let hashes: Buffer | undefined

export const shortHash = (text: string) => createHash('sha256').update(text, 'utf8').digest().subarray(0, HASH_BYTES)

/** Whether a password comes down to one of the 49,000 that people choose most. */
export function isCommonPassword(password: string): boolean {
  hashes ??= readFileSync(FILE)
  const wanted = shortHash(foldedPassword(password))
  let [low, high] = [0, hashes.length / HASH_BYTES]
  while (low < high) {
    const middle = (low + high) >>> 1
    const order = hashes.compare(wanted, 0, HASH_BYTES, middle * HASH_BYTES, (middle + 1) * HASH_BYTES)
    if (order === 0) return true
    if (order < 0) low = middle + 1
    else high = middle
  }
  return false
}
