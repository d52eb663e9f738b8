import { passwordForm } from '#shared/auth/password-form.ts'
import { STRONG_MIN, STRONG_MIN_WITH_FACTOR } from '#shared/auth/password-policy.ts'
import { invalidField } from '#shared/errors.ts'
import type { Context } from '../context.ts'
import { isCommonPassword } from './common-passwords.ts'
import { listFactors } from './factors.repository.ts'
import { isPwned } from './pwned-passwords.ts'
import { readPasswordPolicy } from './settings.repository.ts'

/** Characters that must be left of a password without what everybody knows of its person. */
const OWN_MIN = 8
const WORD_MIN = 3
/** Of scripts in which names are that short. */
const SHORT_WORD = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]{2}$/u
const PRODUCT = 'assay'

type Chosen = {
  password: string
  /** The field of the input, for the refusal. */
  field: string
  of: { email: string | null; name: string | null | undefined; id?: string }
}

/** Refuses a weak password, if the administrators chose the strong policy. Throws BAD_REQUEST. */
export async function refuseWeakPassword(ctx: Context, { password: typed, field, of }: Chosen): Promise<void> {
  if ((await readPasswordPolicy(ctx.db)) !== 'strong') return
  const password = passwordForm(typed)
  const min = await minimumFor(ctx, of)
  if (Array.from(password).length < min) throw invalidField(field, `Password must be at least ${min} characters long`)
  const known = [PRODUCT, ...wordsOf(of.email), ...wordsOf(of.name), ...hostWords(ctx)]
  if (isCommonPassword(password) || isMadeOf(known, password) || (await isPwned(ctx, password)))
    throw invalidField(field, 'This password is too common')
}

async function minimumFor({ db }: Context, { id }: Chosen['of']): Promise<number> {
  const hasFactor = id !== undefined && (await listFactors(db, id)).length > 0
  return hasFactor ? STRONG_MIN_WITH_FACTOR : STRONG_MIN
}

/** Whether little is left of a password without these words, digits and punctuation. */
function isMadeOf(words: string[], password: string): boolean {
  const rest = words
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, word) => left.replaceAll(word, ''), password.toLowerCase())
  return rest !== password.toLowerCase() && rest.replace(/[^\p{L}]/gu, '').length < OWN_MIN
}

const wordsOf = (text: string | null | undefined) =>
  passwordForm(text ?? '')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => Array.from(word).length >= WORD_MIN || SHORT_WORD.test(word))

const hostWords = ({ config, request }: Context) => wordsOf(URL.parse(config.PUBLIC_URL ?? request.baseUrl)?.hostname)
