import { writeFileSync } from 'node:fs'
import { dictionary } from '@zxcvbn-ts/language-common'
import { shortHash } from '#server/auth/common-passwords.ts'
import { foldedPassword } from '#server/auth/folded-password.ts'

/* Writes the file of common passwords, from a list that is ordered by how often people chose them. */

const FILE = new URL('../server/auth/common-passwords.bin', import.meta.url)

const folded = new Set(dictionary['passwords-common'].map(foldedPassword))
const hashes = [...folded].map(shortHash).toSorted((a, b) => a.compare(b))
writeFileSync(FILE, Buffer.concat(hashes))
console.log(`${hashes.length} passwords`)
