/** A report as Maven writes it: suites of 100 tests, one in fifty failed, with `output` characters each. */
export function junit(tests: number, output = 0): string {
  const printed = output === 0 ? '' : `<system-out>${'x'.repeat(output)}</system-out>`
  const suites = Array.from({ length: tests / 100 }, (_, suite) => {
    const cases = Array.from({ length: 100 }, (_, index) => {
      const failure =
        index % 50 === 0
          ? `<failure message="expected 200" type="AssertionError">expected 200\n  at Checkout.pay(Checkout.java:${index})</failure>`
          : ''
      return `<testcase name="pays by card number ${index}" classname="com.acme.Suite${suite}" time="0.0${index}">${failure}${printed}</testcase>`
    })
    return `<testsuite name="com.acme.Suite${suite}" tests="100" timestamp="2026-01-31T12:00:00">${cases.join('')}</testsuite>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?><testsuites>${suites.join('\n')}</testsuites>`
}
