import { describe, expect, test } from 'vitest'
import { addTags, distinctTags, removeTags, tagList } from './tags.ts'

test.each([
  [[], []],
  [
    ['Smoke', 'api'],
    ['Smoke', 'api'],
  ],
  [
    ['Smoke', 'SMOKE', 'api', 'smoke'],
    ['Smoke', 'api'],
  ],
  [
    ['Ünit', 'üNIT', 'unit'],
    ['Ünit', 'unit'],
  ],
])('of %j the tags %j stay: the first of several spellings', (tags, distinct) => {
  expect(distinctTags(tags)).toEqual(distinct)
})

test.each([
  [['a'], ['b'], ['a', 'b']],
  [
    ['Smoke', 'b'],
    ['c', 'smoke', 'C'],
    ['Smoke', 'b', 'c'],
  ],
  [[], ['b', 'a'], ['b', 'a']],
  [['a'], [], ['a']],
])('%j with %j added is %j', (tags, added, all) => {
  expect(addTags(tags, added)).toEqual(all)
})

test.each([
  [['Smoke', 'api', 'slow'], ['SMOKE', 'unknown', 'slow'], ['api']],
  [['a'], [], ['a']],
  [[], ['a'], []],
])('%j without %j is %j', (tags, removed, left) => {
  expect(removeTags(tags, removed)).toEqual(left)
})

describe('a list of tags', () => {
  const problemOf = (given: unknown) => tagList('tags').safeParse(given).error?.issues[0]?.message
  const numbered = (count: number) => Array.from({ length: count }, (_, n) => `tag ${n}`)

  test('a list of tags is read without the spaces around its tags', () => {
    expect(tagList('tags').parse([' smoke test ', 'b'])).toEqual(['smoke test', 'b'])
  })

  test('a very long tag is refused by its own limit', () => {
    expect(problemOf(['x'.repeat(10_001)])).toBe('A tag must be at most 50 characters long')
  })

  test.each([
    [numbered(20), undefined],
    [[...numbered(20), 'TAG 3'], undefined],
    [['x'.repeat(50), ` ${'y'.repeat(50)} `], undefined],
    [numbered(21), 'A test case may have at most 20 tags'],
    [['👨‍👩‍👧‍👦'.repeat(50), 'e\u0301'.repeat(50)], undefined],
    [['x'.repeat(51)], 'A tag must be at most 50 characters long'],
    [['a', '👨‍👩‍👧‍👦'.repeat(51)], 'A tag must be at most 50 characters long'],
    [['\u0301'.repeat(801)], 'A tag must be at most 50 characters long'],
    [[''], 'A tag must not be empty'],
    [['  '], 'A tag must not be empty'],
    [['a\0'], 'Tag must not contain NUL characters'],
    [[5], 'Tag must be text'],
    [[null], 'Tag is required'],
    ['smoke', 'tags must be a list'],
    [{}, 'tags must be a list'],
  ])('%j has the problem %j', (given, problem) => {
    expect(problemOf(given)).toBe(problem)
  })
})
