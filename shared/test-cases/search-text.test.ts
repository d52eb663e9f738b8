import { expect, test } from 'vitest'
import { searchedWords } from './search.ts'
import { fold, issueMark, priorityMark, type Searched, searchText, tagMark, typeMark } from './search-text.ts'

test.each([
  ['ÄÖÜ', 'äöü'],
  ['STRASSE', 'Straße'],
  ['ẞ', 'ss'],
  ['Привет', 'ПРИВЕТ'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['οδος', 'ΟΔΟΣ'],
  ['caf\u00e9', 'CAFE\u0301'],
  ['ﬁle', 'FILE'],
  ['ŁÓDŹ', 'łódź'],
  [' two \n words\t', 'Two words'],
  ['a\u0001b', 'A B'],
])('the texts %j and %j are the same in a search', (one, other) => {
  expect(fold(one)).toBe(fold(other))
})

test.each([
  ['e', 'é'],
  ['日本', '日本語'],
  ['1', '１'],
])('the texts %j and %j are not the same in a search', (one, other) => {
  expect(fold(one)).not.toBe(fold(other))
})

test.each([
  ['', []],
  ['  Refund  404 ', ['refund', '404']],
  ['refund fund Refund', ['refund']],
  ['"gift  Card" x', ['gift card', 'x']],
  ['tag:slow -tag:x', ['tag:slow', '-tag:x']],
  ['""', []],
  ['" "', []],
])('the search %j has the words %j', (text, words) => {
  expect(searchedWords(text)).toEqual(words)
})

const CASE: Searched = {
  name: 'Pays',
  ref: 'C7',
  description: null,
  automationKey: null,
  steps: [],
  tags: [],
  references: [],
  type: 'manual',
  priority: 'medium',
}

test('a searched text has the marks of a case, and its texts one per line', () => {
  const text = searchText({
    ...CASE,
    description: 'By\ncard',
    steps: [{ action: 'Pay', expected: 'OK' }],
    tags: ['Api'],
    references: ['PAY-1'],
  })
  expect(text.split('\n').slice(1)).toEqual(['c7', 'pays', 'by card', 'api', 'pay-1', 'pay', 'ok'])
  for (const mark of [typeMark('manual'), priorityMark('medium'), tagMark('API'), issueMark('pay-1')])
    expect(text).toContain(mark)
  for (const mark of [typeMark('auto'), tagMark('ap'), issueMark('pay')]) expect(text).not.toContain(mark)
})

test('a name that is part of the automation key stands once in the searched text', () => {
  const text = searchText({ ...CASE, automationKey: 'shop.Cart.Pays' })
  expect(text.split('\n').slice(1)).toEqual(['c7', 'shop.cart.pays'])
})
