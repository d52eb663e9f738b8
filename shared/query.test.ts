import { expect, test } from 'vitest'
import { formatQuery, parseQuery } from './query.ts'

const FIELDS = ['status', 'is', 'assignee', 'suite', 'tag']

const word = (text: string) => ({ field: null, values: [text], isNot: false })
const term = (field: string, values: string[], isNot = false) => ({ field, values, isNot })

test.each([
  ['', []],
  ['  refund   card ', [word('refund'), word('card')]],
  ['status:failed,error', [term('status', ['failed', 'error'])]],
  ['refund suite:"Cart" tag:smoke,api', [word('refund'), term('suite', ['Cart']), term('tag', ['smoke', 'api'])]],
  ['suite:"Cart, and more",Payments', [term('suite', ['Cart, and more', 'Payments'])]],
  ['-tag:slow', [term('tag', ['slow'], true)]],
  ['"one item" x', [word('one item'), word('x')]],
  ['"status:failed"', [word('status:failed')]],
  [String.raw`"say \"hi\" \\"`, [word(String.raw`say "hi" \ `.trim())]],
  ['12:30 https://a.example colour:red', [word('12:30'), word('https://a.example'), word('colour:red')]],
  ['status: is: suite:""', []],
  ['-5 -', [word('-5'), word('-')]],
  ['"never closed here', [word('never closed here')]],
  ['5"', [word('5')]],
])('the query %j is read as its terms', (text, terms) => {
  expect(parseQuery(text, FIELDS)).toEqual(terms)
})

test.each([
  [[word('refund'), term('status', ['failed', 'error'])], 'refund status:failed,error'],
  [[term('suite', ['Cart, and more'])], 'suite:"Cart, and more"'],
  [[word('status:failed'), word('-is:x')], '"status:failed" "-is:x"'],
  [[word('https://a.example'), word('12:30')], 'https://a.example 12:30'],
  [[term('tag', ['slow'], true)], '-tag:slow'],
  [[], ''],
])('the terms %j are written as %j', (terms, text) => {
  expect(formatQuery(terms, FIELDS)).toBe(text)
})

test.each(['a "b', String.raw`\ "`, '-', '-tag:x', 'tag:', '"', 'a,b', 'x:y z', '12:30', 'é 日本'])(
  'the word %j is read back as it was written',
  (text) => {
    expect(parseQuery(formatQuery([word(text)], FIELDS), FIELDS)).toEqual([word(text)])
    expect(parseQuery(formatQuery([term('tag', [text])], FIELDS), FIELDS)).toEqual([term('tag', [text])])
  },
)
