import { describe, expect, test } from 'vitest'
import { applyFacts, fillFacts, NO_FACTS, RunFactsInput } from './run-facts.ts'

const known = { ...NO_FACTS, branch: 'main', commit: '5f0c2a9' }

test.each([
  [{}, {}],
  [{ branch: undefined, milestone: undefined }, {}],
  [{ branch: 'next' }, { branch: 'next' }],
  [
    { branch: null, commit: '' },
    { branch: null, commit: null },
  ],
  [{ buildUrl: 'https://ci.example.com/1' }, { buildUrl: 'https://ci.example.com/1' }],
])('a change of %j to the facts of a run sets %j and keeps the others', (given, changed) => {
  expect(applyFacts(known, given)).toEqual({ ...known, ...changed })
})

test.each([
  [{}, {}],
  [{ branch: 'next', environment: 'staging' }, { environment: 'staging' }],
  [{ branch: null, commit: '', milestone: '' }, {}],
])('a report with %j adds %j to the facts of a run and replaces none', (given, added) => {
  expect(fillFacts(known, given)).toEqual({ ...known, ...added })
})

describe('the address of a build', () => {
  const read = (buildUrl: unknown) => RunFactsInput.safeParse({ buildUrl })
  test.each(['https://ci.example.com/builds/1', ' http://localhost:8080/?a=b#c ', '', null, undefined])(
    'may be %j',
    (address) => expect(read(address).success).toBe(true),
  )

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://ci.example.com',
    'ci.example.com/1',
    '//ci.example.com',
    'https://',
    '/builds/1',
  ])('the address of a build may not be %j', (address) => {
    expect(read(address).error?.issues[0]).toMatchObject({
      path: ['buildUrl'],
      message: 'Build address must be an http or https address',
    })
  })

  test('the address of a build has at most 255 characters, as all facts', () => {
    const long = 'x'.repeat(256)
    for (const [field, value] of Object.entries({ buildUrl: `https://e.com/${long}`, branch: long, milestone: long }))
      expect(RunFactsInput.safeParse({ [field]: value }).error?.issues[0]).toMatchObject({
        path: [field],
        message: expect.stringMatching(/ must be at most 255 characters long$/),
      })
  })
})
