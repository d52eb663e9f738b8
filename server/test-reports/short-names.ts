import { hash } from 'node:crypto'
import { NAME_MAX } from '#shared/limits.ts'
import { SUITE_SEPARATOR } from '#shared/test-suites/suite-separator.ts'

const UNNAMED = 'Unnamed suite'
const HASH_LENGTH = 8

const hashOf = (name: string) => hash('sha256', name).slice(0, HASH_LENGTH)

/** A name of at most `max` characters. One that is too long keeps its start and gets a hash, so it stays unique. */
export function shortName(name: string, max: number): string {
  if (name.length <= max) return name
  return `${name.slice(0, max - HASH_LENGTH - 1).toWellFormed()}…${hashOf(name)}`
}

/** Joins the names of nested suites. A name that is too long keeps its end, which tells more, and gets a hash. */
export function suiteName(parts: string[]): string {
  const name = parts.join(SUITE_SEPARATOR) || UNNAMED
  if (name.length <= NAME_MAX) return name
  return `${hashOf(name)}…${name.slice(-(NAME_MAX - HASH_LENGTH - 1)).toWellFormed()}`
}
