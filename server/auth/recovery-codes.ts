import { randomBytes } from 'node:crypto'
import { RECOVERY_CODES } from '#shared/auth/factor.ts'
import { secretHash } from './secrets.ts'

/** Crockford's base 32: 5 bits a character, without those that look alike. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CHARACTERS = 24

/** Codes of 120 random bits, in groups of four characters. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const characters = Array.from(randomBytes(CHARACTERS), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
    return characters.replace(/(.{4})(?!$)/g, '$1-')
  })
}

/** Of a code as typed: case, width and separators do not matter, nor letters that look like digits. */
export function recoveryCodeHash(typed: string): string {
  const characters = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
  return secretHash(characters.replace(/O/g, '0').replace(/[IL]/g, '1'))
}
