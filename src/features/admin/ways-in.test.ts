import { expect, test } from 'vitest'
import { type Ways, waysIn } from './ways-in.ts'

const NONE = { hasPassword: false, mustResetPassword: false, secondFactors: [], providers: [] }

test.each<[Partial<Ways>, string]>([
  [{ hasPassword: true }, 'Password, no second factor'],
  [{ hasPassword: true, mustResetPassword: true }, 'Temporary password, no second factor'],
  [{ hasPassword: true, providers: ['Company'] }, 'Password or Company, no second factor'],
  [
    { hasPassword: true, secondFactors: ['totp', 'passkey'], providers: ['Company', 'Other'] },
    'Password, Company, or Other, then app code or passkey',
  ],
  [{ providers: ['Company'] }, 'Company'],
  [{ providers: ['Company'], secondFactors: ['totp'] }, 'Company, then app code'],
  [{ secondFactors: ['totp', 'passkey'] }, 'Passkey'],
  [{}, 'No way to sign in'],
])('the ways in of %j are told as %j', (ways, text) => {
  expect(waysIn({ ...NONE, ...ways })).toBe(text)
})
