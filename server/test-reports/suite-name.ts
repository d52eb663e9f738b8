import { createHash } from 'node:crypto'
import { NAME_MAX } from '#shared/limits.ts'

const UNNAMED = 'Unnamed suite'
const HASH_LENGTH = 8

/** Joins the names of nested suites. A name that is too long keeps its end and gets a hash, so it stays unique. */
export function suiteName(parts: string[]): string {
  const name = parts.join(' › ') || UNNAMED
  if (name.length <= NAME_MAX) return name
  const hash = createHash('sha256').update(name).digest('hex').slice(0, HASH_LENGTH)
  return `${hash}…${name.slice(-(NAME_MAX - HASH_LENGTH - 1)).toWellFormed()}`
}
