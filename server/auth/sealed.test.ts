import { expect, test } from 'vitest'
import { seal, unseal } from './sealed.ts'
import { Tokens } from './tokens.ts'

const tokens = new Tokens('a secret for tests only, 32 long')

test('a sealed text opens with the same secret and purpose only, is never the same twice, and hides the text', () => {
  const sealed = seal(tokens, 'webhook', 'whsec_geheim ü')
  expect(unseal(tokens, 'webhook', sealed)).toBe('whsec_geheim ü')
  expect(seal(tokens, 'webhook', 'whsec_geheim ü')).not.toBe(sealed)
  expect(Buffer.from(sealed.slice(2), 'base64url').includes('geheim')).toBe(false)
  expect(unseal(tokens, 'another purpose', sealed)).toBeNull()
  expect(unseal(new Tokens('another secret for tests, 32 long'), 'webhook', sealed)).toBeNull()
})

test.each(['', '1.', '2.AAAA', 'plain', '1.AAAA'])('a text that was never sealed does not open: %j', (text) => {
  expect(unseal(tokens, 'webhook', text)).toBeNull()
})

test('a changed byte does not open', () => {
  const sealed = seal(tokens, 'webhook', 'secret')
  for (const at of [2, 20, sealed.length - 2]) {
    const other = sealed[at] === 'A' ? 'B' : 'A'
    expect(unseal(tokens, 'webhook', sealed.slice(0, at) + other + sealed.slice(at + 1))).toBeNull()
  }
})
