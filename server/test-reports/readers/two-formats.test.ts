import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readReport } from './testing.ts'

/* Samples of the same tests, written by the reporters of one runner. */

const namesIn = (file: string) =>
  readReport(readFileSync(new URL(`samples/${file}`, import.meta.url)))
    .tests.map(({ suite, name }) => [...suite, name].join(' › '))
    .toSorted()

test.each([
  ['jest/vitest.json', 'junit/vitest.xml'],
  ['jest/vitest.json', 'tap/vitest.tap'],
  ['playwright/report.json', 'junit/playwright.xml'],
  ['playwright/report.json', 'junit/playwright-retries.xml'],
  ['playwright/report.json', 'ctrf/playwright.json'],
  ['tap/node-tap.tap', 'junit/node-tap.xml'],
])('the tests of %s and %s have the same names', (one, other) => {
  expect(namesIn(one)).toEqual(namesIn(other))
})

const defectsIn = (file: string) =>
  readReport(readFileSync(new URL(`samples/${file}`, import.meta.url))).tests.flatMap(({ name, defects }) =>
    defects ? [[name, defects]] : [],
  )

test.each(['playwright/report.json', 'junit/playwright.xml', 'ctrf/playwright.json'])(
  "Playwright's annotation of the type issue is a defect in %s",
  (file) => {
    expect(defectsIn(file)).toEqual([
      ['adds up', ['1']],
      ['adds up', ['1']],
    ])
  },
)

test("Jest's CTRF has the names of its JSON, without the files that did not load", () => {
  const loaded = namesIn('jest/jest.json').filter((name) => !name.endsWith('failed to load'))
  expect(namesIn('ctrf/jest.json')).toEqual(loaded)
})

test("node:test's TAP has the names of its JUnit, where the failure of a subtest itself has none", () => {
  const withoutItself = (file: string, itself: string) => namesIn(file).filter((name) => name !== itself)
  expect(withoutItself('tap/node.tap', 'test › parent fails itself')).toEqual(
    withoutItself('junit/node.xml', 'JUnit › (1 error reported without a test)'),
  )
})
