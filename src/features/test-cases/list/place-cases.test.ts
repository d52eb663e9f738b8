import { describe, expect, it } from 'vitest'
import { blockOf, isSameOrder, moveItem, placeCases, stepTarget } from './place-cases.ts'

const cases = (text: string) => Array.from(text, (id) => (id === '.' ? undefined : { id }))
const suites = (texts: Record<string, string>) =>
  new Map(Object.entries(texts).map(([id, text]) => [id, cases(text)] as const))
const text = (listed: readonly ({ id: string } | undefined)[] | undefined) =>
  listed?.map((item) => item?.id ?? '.').join('')

describe('cases that move', () => {
  it.each([
    ['down by one', 'a', { suiteId: 'X', index: 1 }, 'bac', undefined],
    ['to the end of their suite', 'a', { suiteId: 'X', index: null }, 'bca', undefined],
    ['together, in their order', 'ca', { suiteId: 'X', index: 1 }, 'bca', undefined],
    ['into another suite', 'b', { suiteId: 'Y', index: 0 }, 'ac', 'bde'],
    ['from two suites into one', 'ad', { suiteId: 'Y', index: null }, 'bc', 'ead'],
  ])('go %s', (_, ids, target, x, y) => {
    const changed = placeCases(suites({ X: 'abc', Y: 'de' }), ids.split(''), target)
    expect(text(changed.get('X'))).toBe(x)
    expect(text(changed.get('Y'))).toBe(y)
  })

  it('cases that move keep places that are not loaded', () => {
    expect(text(placeCases(suites({ X: 'a..b' }), ['a'], { suiteId: 'X', index: 2 }).get('X'))).toBe('..ab')
  })
})

describe('a step of cases', () => {
  const ordered = [
    { id: 'X', cases: cases('abc') },
    { id: 'Y', cases: cases('') },
    { id: 'Z', cases: cases('de') },
  ]
  it.each([
    ['a', 1, { suiteId: 'X', index: 1 }],
    ['b', -1, { suiteId: 'X', index: 0 }],
    ['ab', 1, { suiteId: 'X', index: 1 }],
    ['ac', -1, { suiteId: 'X', index: 0 }],
    ['c', 1, { suiteId: 'Y', index: 0 }],
    ['d', -1, { suiteId: 'Y', index: null }],
    ['a', -1, undefined],
    ['e', 1, undefined],
    ['x', 1, undefined],
  ] as const)('of %s by %d', (ids, step, target) => {
    expect(stepTarget(ordered, ids.split(''), step)).toEqual(target)
  })
})

it('an item moves to an index among the others', () => {
  expect(text(moveItem(cases('abc') as { id: string }[], 'a', 2))).toBe('bca')
  expect(text(moveItem(cases('abc') as { id: string }[], 'c', 0))).toBe('cab')
})

it.each([
  ['bc', { ids: ['b', 'c'], index: 1 }],
  ['cb', { ids: ['b', 'c'], index: 1 }],
  ['ac', undefined],
  ['ax', undefined],
])('%s of a suite are a block, or are none', (ids, block) => {
  expect(blockOf(cases('abc'), ids.split(''))).toEqual(block)
})

it('an order is the same only with the same cases', () => {
  const listed = cases('abc')
  expect(isSameOrder(listed, [...listed])).toBe(true)
  expect(isSameOrder(listed, listed.toReversed())).toBe(false)
  expect(isSameOrder(listed, listed.slice(1))).toBe(false)
})
