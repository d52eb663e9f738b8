import { describe, expect, test } from 'vitest'
import { browserIn, stableName } from './stable-name.ts'
import { lineOf, readReport } from './testing.ts'

describe('a name that is the same on every machine', () => {
  test.each([
    ['/home/ci/shop/phpunit.xml.dist', 'phpunit.xml.dist'],
    ['/builds/acme/shop/phpunit.xml', 'phpunit.xml'],
    ['C:\\work\\shop\\tests\\PriceTest.php', 'tests/PriceTest.php'],
    ['file:///home/ci/shop/tests/a.test.mjs', 'tests/a.test.mjs'],
    ['Chrome Headless 124.0.6367.78 (Linux x86_64)', 'Chrome Headless'],
    ['Firefox 125.0 (Ubuntu 0.0.0)', 'Firefox'],
    ['Mobile Safari 17.1 (iOS 17.1.2)', 'Mobile Safari'],
    ['Chrome_Headless_124_0_6367_78_(Linux_x86_64).cart', 'Chrome Headless.cart'],
    ['Chrome 124.0 - [12 ms] - Cart: adds up', 'Chrome - Cart: adds up'],
  ])('of %s is %s', (given, expected) => {
    expect([stableName(given), stableName(expected)]).toEqual([expected, expected])
  })

  test.each([
    '/users/list',
    '/api/users.json',
    'GET /home/page',
    'Chrome 124.0 hides the address bar',
    'Safari 9',
    'a.test.ts',
    './a.test.ts',
    'reads /home/ci/a.txt',
  ])('a name that is the same on every machine leaves %s', (name) => {
    expect(stableName(name)).toBe(name)
  })

  test('a name that is the same on every machine is given to suites, classes and tests of any format', () => {
    const junit =
      '<testsuite name="/home/ci/shop/phpunit.xml"><testsuite name="unit"><testcase name="t"/></testsuite></testsuite>'
    expect(readReport(junit).tests.map(lineOf)).toEqual(['phpunit.xml | unit :: t = passed'])
    expect(readReport('1..1\nnot ok 1 - /home/ci/shop/tests/a.t.sh\n').tests.map(lineOf)).toEqual([
      'TAP :: tests/a.t.sh = failed',
    ])
  })
})

test.each([
  ['Chrome Headless 124.0.6367.78 (Linux x86_64)', 'Chrome Headless 124.0.6367.78 (Linux x86_64)'],
  ['Chrome 137.0 - [3 ms] - cart: adds up', 'Chrome 137.0'],
  ['Chrome_Headless_124_0_6367_78_(Linux_x86_64).cart', undefined],
  ['Chrome opens', undefined],
])('the browser in the name %s is %s', (name, browser) => {
  expect(browserIn(name)).toBe(browser)
})
