import type { ExpectedReport } from './expected.ts'

export const JUNIT_REPORTS: Record<string, ExpectedReport> = {
  'junit/conventions.xml': {
    tests: [
      'checkout :: by property = passed [C12, C13]',
      'checkout :: [C20] by tag [C21, C22] [x] = passed [C20, C21, C22]',
      'checkout :: C200_C201_by_prefix = passed [C200, C201]',
      'checkout :: test_x[C4] = passed',
      'checkout :: by output = passed [C30]',
      'checkout :: output with attachment = passed',
    ],
    ignored: { property: 3, attachment: 4, step: 1, 'system-out': 1, flavour: 1, testcase: 1 },
    declared: 7,
  },
  'junit/go.xml': {
    tests: [
      'example.com/shop/cart :: TestAdds = passed retry',
      'example.com/shop/cart :: TestAdds/no_items = passed retry',
      'example.com/shop/cart :: TestFails = failed retry',
      'example.com/shop/cart :: TestSkipped = skipped retry',
    ],
    ignored: { property: 1 },
    declared: 4,
  },
  'junit/gradle.xml': {
    tests: [
      'com.acme.shop.OrderTest :: pays() = failed rounds',
      'com.acme.shop.OrderTest :: pays() = passed rounds',
      'com.acme.shop.OrderTest :: ships() = failed rounds',
    ],
    ignored: { 'system-out': 1 },
    declared: 3,
  },
  'junit/gtest.xml': {
    tests: ['CartTest :: Adds = passed', 'CartTest :: Fails = failed', 'CartTest :: DISABLED_Later = skipped'],
    declared: 3,
  },
  'junit/hoppscotch.xml': {
    tests: [
      "shop/carts/list :: Answers - Expected '200' to be '200' = passed",
      "shop/carts/list :: Answers - Expected '2' to be '3' = failed",
      'shop/carts/add :: Request = error',
    ],
    declared: 2,
  },
  'junit/jest.xml': {
    tests: [
      'cart :: cart totals adds up = passed',
      'cart :: cart totals is wrong = failed',
      'cart :: cart is skipped = skipped',
      'cart :: cart to do = passed',
      'cart :: cart is flaky = passed',
    ],
    declared: 4,
  },
  'junit/k6.xml': {
    tests: [
      'k6 thresholds :: http_req_duration - p(95)<200 = passed',
      'k6 thresholds :: http_req_failed - rate<0.01 = failed',
    ],
    declared: 2,
  },
  'junit/latin1.xml': {
    tests: ['Überblick :: grüßt = passed'],
  },
  'junit/mocha.xml': {
    tests: ['totals :: cart totals adds up = passed', 'totals :: cart totals is wrong = failed'],
    declared: 3,
  },
  'junit/nested.xml': {
    tests: [
      'JUnit :: in no suite = passed',
      'acme.Alone :: in a class = passed',
      'tests/alone.py :: in a file = passed',
      'JUnit :: acme.NameOnly = passed',
      'outer | inner :: deep = passed',
      'outer | inner | Inner.Deeper :: deeper = passed',
      'outer | inner :: does it = passed',
      'outer | inner :: both = error',
      'outer :: shallow = skipped',
      'outer :: Test suite = error',
    ],
    declared: 99,
    warnings: ['A timestamp cannot be read: yesterday'],
  },
  'junit/newman.xml': {
    tests: [
      'Folder / Get ok :: is 200 = passed',
      'Folder / Get ok :: is 404 = failed',
      'No server :: is 200 = failed',
      'No server :: Request = error',
    ],
    declared: 2,
  },
  'junit/nextest.xml': {
    tests: [
      'shop::integration :: cart::adds_up = passed',
      'shop::integration :: cart::is_flaky = failed, passed',
      'shop::integration :: cart::fails = failed',
    ],
    ignored: { 'system-out': 2, 'system-err': 1 },
    declared: 3,
  },
  'junit/node.xml': {
    tests: [
      'cart | totals :: adds up = passed',
      'cart | totals :: is wrong = failed',
      'cart :: is skipped = skipped',
      'cart :: to do = failed',
      'test :: top = passed',
      'parent fails itself :: child = passed',
    ],
    declared: 4,
  },
  'junit/phpunit.xml': {
    tests: [
      'unit | Acme\\Shop\\PriceTest :: testRounds = passed',
      'unit | Acme\\Shop\\PriceTest | Acme\\Shop\\PriceTest::testAdds :: testAdds with data set #0 = passed',
      'unit | Acme\\Shop\\PriceTest | Acme\\Shop\\PriceTest::testAdds :: testAdds with data set #1 = failed',
    ],
    declared: 3,
  },
  'junit/playwright-retries.xml': {
    tests: [
      'chromium | a.spec.js | cart | totals :: adds up = passed',
      'chromium | a.spec.js | cart | totals :: [C12] is wrong = failed, failed [C12]',
      'chromium | a.spec.js | cart :: is flaky = failed, passed',
      'chromium | a.spec.js | cart :: is skipped = skipped',
      'chromium | a.spec.js :: fails as expected = passed',
      'chromium | a.spec.js :: passes unexpectedly = failed',
      'chromium | a.spec.js :: times out = error, error',
      'firefox | a.spec.js | cart | totals :: adds up = passed',
      'firefox | a.spec.js | cart | totals :: [C12] is wrong = failed, failed [C12]',
      'firefox | a.spec.js | cart :: is flaky = failed, passed',
      'firefox | a.spec.js | cart :: is skipped = skipped',
      'firefox | a.spec.js :: fails as expected = passed',
      'firefox | a.spec.js :: passes unexpectedly = failed',
      'firefox | a.spec.js :: times out = error, error',
    ],
    ignored: { property: 8, attachment: 12, 'system-out': 4 },
    declared: 14,
  },
  'junit/playwright.xml': {
    tests: [
      'chromium | a.spec.js | cart | totals :: adds up = passed',
      'chromium | a.spec.js | cart | totals :: [C12] is wrong = failed [C12]',
      'chromium | a.spec.js | cart :: is flaky = passed',
      'chromium | a.spec.js | cart :: is skipped = skipped',
      'chromium | a.spec.js :: fails as expected = passed',
      'chromium | a.spec.js :: passes unexpectedly = failed',
      'chromium | a.spec.js :: times out = error',
      'firefox | a.spec.js | cart | totals :: adds up = passed',
      'firefox | a.spec.js | cart | totals :: [C12] is wrong = failed [C12]',
      'firefox | a.spec.js | cart :: is flaky = passed',
      'firefox | a.spec.js | cart :: is skipped = skipped',
      'firefox | a.spec.js :: fails as expected = passed',
      'firefox | a.spec.js :: passes unexpectedly = failed',
      'firefox | a.spec.js :: times out = error',
    ],
    ignored: { property: 8, attachment: 12, 'system-out': 2 },
    declared: 14,
  },
  'junit/pytest-xunit1.xml': {
    tests: [
      'pytest | test_a.TestCart :: test_n[C4] = passed teardown',
      'pytest | test_a.TestCart :: test_n[5] = failed teardown',
      'pytest | test_a.TestCart :: test_prop = passed [C12, C13] teardown',
      'pytest | test_a :: test_fails_and_tears = failed teardown',
      'pytest | test_a :: test_fails_and_tears = error teardown',
      'pytest | test_a :: test_passes_and_tears = error teardown',
      'pytest | test_a :: test_skip = skipped teardown',
      'pytest | test_a :: test_xfail = skipped teardown',
    ],
    declared: 8,
  },
  'junit/pytest.xml': {
    tests: [
      'pytest | test_a.TestCart :: test_n[C4] = passed teardown',
      'pytest | test_a.TestCart :: test_n[5] = failed teardown',
      'pytest | test_a.TestCart :: test_prop = passed [C12, C13] teardown',
      'pytest | test_a :: test_fails_and_tears = failed teardown',
      'pytest | test_a :: test_fails_and_tears = error teardown',
      'pytest | test_a :: test_passes_and_tears = error teardown',
      'pytest | test_a :: test_skip = skipped teardown',
      'pytest | test_a :: test_xfail = skipped teardown',
    ],
    declared: 8,
  },
  'junit/surefire.xml': {
    tests: [
      'com.acme.shop.CartTest :: addsUp = passed',
      'com.acme.shop.CartTest :: isFlaky = failed, error, passed',
      'com.acme.shop.CartTest :: keepsFailing = failed, failed, error',
      'com.acme.shop.CartTest :: isSkipped = skipped',
      'com.acme.shop.CartTest :: breaks = error',
    ],
    ignored: { property: 2, 'system-out': 1 },
    declared: 5,
  },
  'junit/unclean.xml': {
    tests: [
      'unclean bold :: raw red and nul = failed',
      'unclean bold :: halves 😀 and 😀, one alone �. = passed',
      'unclean bold :: in CDATA = failed',
      'unclean bold :: several lines and spaces = passed',
    ],
    declared: 4,
  },
  'junit/utf16-in-name-only.xml': {
    tests: ['Überblick :: grüßt = passed'],
  },
  'junit/utf16.xml': {
    tests: ['Überblick :: grüßt 😀 = passed'],
  },
  'junit/vitest.xml': {
    tests: [
      'a.test.ts :: cart > totals > adds up = passed',
      'a.test.ts :: cart > totals > is wrong = failed',
      'a.test.ts :: cart > is skipped = skipped',
      'a.test.ts :: cart > to do = skipped',
      'a.test.ts :: cart > is flaky = passed',
      'a.test.ts :: prints = passed',
      'broken.test.ts :: broken.test.ts = failed',
    ],
    ignored: { 'system-out': 1, 'system-err': 1 },
    declared: 7,
  },
}
