import { expect, test } from 'vitest'
import { hasAtMost } from './graphemes.ts'

test.each([
  ['x', 'a letter'],
  ['e\u0301', 'a letter with a combining accent'],
  ['😀', 'an emoji of two units'],
  ['👨‍👩‍👧‍👦', 'a family'],
  ['👩🏽‍❤️‍💋‍👨🏿', 'a couple with skin tones'],
  ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'the flag of England'],
  ['한'.normalize('NFD'), 'a syllable of three parts'],
  ['\r\n', 'a line break of two units'],
])('%j is one character: %s', (character) => {
  expect(hasAtMost(character.repeat(50), 50)).toBe(true)
  expect(hasAtMost(character.repeat(51), 50)).toBe(false)
})

test('a character with endless combining marks is too long', () => {
  expect(hasAtMost(`x${'\u0301'.repeat(799)}`, 50)).toBe(true)
  expect(hasAtMost(`x${'\u0301'.repeat(800)}`, 50)).toBe(false)
})
