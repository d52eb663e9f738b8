import { expect, it } from 'vitest'
import { namesPeople, toRunFilter, withValue } from './run-query.ts'

const PEOPLE = [
  { id: 'a', name: 'Ada Lovelace' },
  { id: 'b', name: 'Bob' },
  { id: 'c', name: 'Bobby' },
]

it.each([
  ['', {}],
  ['nightly 4', { q: 'nightly 4' }],
  ['"release 1.4" branch:main,next', { q: '"release 1.4"', branch: ['main', 'next'] }],
  ['env:staging milestone:"Spring 26"', { environment: ['staging'], milestone: ['Spring 26'] }],
  ['status:FAILED,running', { status: ['running', 'failed'] }],
  ['by:ada', { createdBy: ['a'] }],
  ['by:bob', { createdBy: ['b'] }],
  ['by:bo', { createdBy: ['b', 'c'] }],
  ['by:me,ada', { createdBy: ['z', 'a'] }],
  ['tag:smoke', { q: 'tag:smoke' }],
])('the search of runs %j asks the server for %j', (text, filter) => {
  expect(toRunFilter(text, PEOPLE, 'z')).toEqual({ filter })
})

it.each([
  ['by:zoe', 'Nobody named “zoe” started a run.'],
  ['status:green', 'A run is running, completed, failed.'],
  ['-branch:main', 'Runs cannot be left out: remove the minus before “branch:”.'],
])('the search of runs %j matches none, and says why', (text, problem) => {
  expect(toRunFilter(text, PEOPLE, 'z')).toEqual({ problem })
})

it('a search needs people only if it names somebody else', () => {
  expect(['by:ada x', 'by:me', 'x'].map(namesPeople)).toEqual([true, false, false])
})

it('a chip adds a value to the search and removes it', () => {
  expect(withValue('x env:staging', 'env', 'prod eu')).toBe('x env:staging,"prod eu"')
  expect(withValue('x env:staging', 'env', 'Staging')).toBe('x')
})
