import { expect, test } from 'vitest'
import { pastedName } from './pasted-name.ts'

const NOW = new Date(2026, 10, 22, 14, 3)

test.each<[string, string, string[], string]>([
  ['a picture without a name is named by the minute', 'image.png', [], 'Screenshot 2026-11-22 14.03.png'],
  [
    'the second one of a minute gets a number',
    'image.png',
    ['Screenshot 2026-11-22 14.03.png'],
    'Screenshot 2026-11-22 14.03 (2).png',
  ],
  ['the type stays in the name', 'image.jpeg', [], 'Screenshot 2026-11-22 14.03.jpeg'],
  ['a copied file keeps its name', 'checkout log.txt', [], 'checkout log.txt'],
])('%s', (_, given, taken, name) => {
  expect(pastedName(given, NOW, taken)).toBe(name)
})
