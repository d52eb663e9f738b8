import { expect, test } from 'vitest'
import { hasWords, searchWords } from './search-words.ts'

test.each([
  ['', true],
  ['  ', true],
  ['cart', true],
  ['CART 1.2', true],
  ['größe', true],
  ['GRÖSSE', false],
  ['item cart', true],
  ['cart refund', false],
  ['cartone', false],
])('the words of %j are found: %s', (text, isFound) => {
  expect(hasWords(['1.2', 'My Cart', 'One Item', null, 'Größe'], searchWords(text))).toBe(isFound)
})
