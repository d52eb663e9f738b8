import { crc32 } from 'node:zlib'
import { LETTERS_AND_DIGITS, randomLetters } from '../auth/secrets.ts'

/* The text of a token: a prefix, 36 random characters, and a checksum of both, which tells a typing error. */

export type TokenKind = 'personal' | 'project'

const PREFIXES = { personal: 'assay_pat_', project: 'assay_prj_' } as const
const FORM = /^assay_(?:pat|prj)_[0-9A-Za-z]{42}$/
const RANDOM_LENGTH = 36
const CHECKSUM_LENGTH = 6

export function newTokenText(kind: TokenKind): string {
  const text = PREFIXES[kind] + randomLetters(RANDOM_LENGTH)
  return text + checksumOf(text)
}

/** Null for a text that cannot be a token: of another form, or with a wrong checksum. */
export function kindOfToken(text: string): TokenKind | null {
  if (!FORM.test(text) || checksumOf(text.slice(0, -CHECKSUM_LENGTH)) !== text.slice(-CHECKSUM_LENGTH)) return null
  return text.startsWith(PREFIXES.project) ? 'project' : 'personal'
}

export const looksLikeToken = (text: string) => text.startsWith('assay_')

/** CRC-32 in base 62, 6 digits. */
function checksumOf(text: string): string {
  const digits: string[] = []
  for (let rest = crc32(text); digits.length < CHECKSUM_LENGTH; rest = Math.floor(rest / 62))
    digits.unshift(LETTERS_AND_DIGITS[rest % 62] as string)
  return digits.join('')
}
