import { expect, test } from 'vitest'
import {
  addressOf,
  issueUrlInput,
  isReference,
  referenceList,
  REFERENCES_MAX,
  referencesIn,
  TOO_MANY_REFERENCES,
} from './references.ts'

const read = (references: unknown) => referenceList('references').safeParse(references)
const problems = (references: unknown) => read(references).error?.issues.map(({ message }) => message)

test('a reference is a key or an address of the web, without the spaces around it', () => {
  const given = [
    ' PAY-123 ',
    '#12',
    'org/repo#7',
    'https://tracker.example.com/browse/PAY-1?a=b,c',
    'http://localhost/1',
  ]
  expect(read(given).data).toEqual(given.map((reference) => reference.trim()))
})

test('text with spaces or commas, an empty text, and addresses that are not of the web are refused', () => {
  for (const bad of [
    'PAY 123',
    'PAY-1,PAY-2',
    '',
    '   ',
    'javascript://alert(1)',
    'ftp://files.example.com',
    'https://',
  ])
    expect([bad, read([bad]).success, isReference(bad)]).toEqual([bad, false, false])
})

test.each([501, 10_001])('a reference of %i characters is refused by its own limit', (length) => {
  expect(problems(['x'.repeat(length)])).toEqual(['A reference must be at most 500 characters long'])
})

test('a case has at most 20 references, of which those that differ only in case count once', () => {
  const many = Array.from({ length: REFERENCES_MAX + 1 }, (_, index) => `PAY-${index}`)
  expect(problems(many)).toEqual([TOO_MANY_REFERENCES])
  expect(problems([...many.slice(1), 'pay-1'])).toBeUndefined()
})

test('a text lists references with commas or spaces between, and an address keeps its own commas', () => {
  expect(referencesIn(' PAY-1,PAY-2, #3  org/repo#7 ,')).toEqual(['PAY-1', 'PAY-2', '#3', 'org/repo#7'])
  const address = 'https://tracker.example.com/PAY-1?a=b,c'
  expect(referencesIn(`${address}, PAY-2,${address},${address}`)).toEqual([address, 'PAY-2', address, address])
  expect(referencesIn(' , ')).toEqual([])
})

test('an address leads to itself, and a key to the address that the pattern of its project makes of it', () => {
  const pattern = 'https://tracker.example.com/browse/{key}'
  expect(addressOf('https://example.com/$1', pattern)).toBe('https://example.com/$1')
  expect(addressOf('org/repo#7$&', pattern)).toBe('https://tracker.example.com/browse/org%2Frepo%237%24%26')
  expect(addressOf('PAY-1', null)).toBe(null)
})

test('a pattern is an address of the web that contains {key}', () => {
  for (const good of ['https://t.example.com/{key}', 'http://t/?id={key}', '', null, undefined])
    expect([good, issueUrlInput.safeParse(good).success]).toEqual([good, true])
  for (const bad of ['https://t.example.com/', 'javascript:alert({key})', '{key}', 5])
    expect([bad, issueUrlInput.safeParse(bad).success]).toEqual([bad, false])
})

test('a reference of 500 emoji is one, one of 501 is not', () => {
  expect([isReference('😀'.repeat(500)), isReference('😀'.repeat(501))]).toEqual([true, false])
})
