import type { DomainError } from '#shared/errors.ts'
import { ofTestLink } from './junit-evidence.ts'
import { unsupported } from './report-error.ts'

/** A format that is not read, and how its tool writes JUnit XML, or what to send instead. */
type OtherFormat = { name: string } & ({ way: string } | { instead: string })

const STYLESHEET = "transform it with the stylesheet that Jenkins' xUnit plugin has for it"
const coverage = (name: string) => ({
  name: `${name}, which holds no tests`,
  instead: 'send the test report instead',
})

const BOOST = { name: 'Boost.Test XML', way: 'run the tests with --log_format=JUNIT --log_sink=report.xml' }
const CATCH = { name: 'Catch2 XML', way: 'run the tests with --reporter junit --out report.xml' }
const ALLURE = {
  name: 'an Allure result',
  way: "add the JUnit reporter of the test framework beside Allure's",
}

const BY_ROOT: Readonly<Record<string, OtherFormat>> = {
  TestRun: { name: 'CppUnit XML', way: STYLESHEET },
  TestLog: BOOST,
  TestResult: BOOST,
  Catch: CATCH,
  Catch2TestRun: CATCH,
  'test-suite': ALLURE,
  doctest: { name: 'doctest XML', way: 'run the tests with --reporters=junit --out=report.xml' },
  Site: { name: 'CTest XML', way: 'run ctest --output-junit report.xml' },
  TestCase: { name: 'Qt Test XML', way: 'run the tests with -o report.xml,junitxml' },
  CUNIT_TEST_RUN_REPORT: { name: 'CUnit XML', way: STYLESHEET },
  'unittest-results': { name: 'UnitTest++ XML', way: STYLESHEET },
  testExecutions: { name: "SonarQube's generic format", instead: 'send the report from which it was made' },
  events: { name: 'Open Test Reporting XML', way: 'enable the legacy XML of the JUnit console: --reports-dir' },
  plist: { name: 'a property list of Xcode', way: 'run xcbeautify --report junit' },
  coverage: coverage('a coverage report'),
  report: coverage('a coverage report'),
  checkstyle: coverage('a Checkstyle report'),
}

export function otherXml(root: string): DomainError {
  if (root === 'testcases') return ofTestLink()
  const format = Object.hasOwn(BY_ROOT, root) ? BY_ROOT[root] : undefined
  if (format) return refusal(format)
  return unsupported(
    `This XML file is not a JUnit report: its root element is <${root.slice(0, 100)}>, ` +
      'not <testsuites> or <testsuite>',
  )
}

const BY_START: (OtherFormat & { start: RegExp })[] = [
  {
    start: /^=== RUN /,
    name: 'the output of go test -v',
    way: 'run gotestsum --junitfile report.xml ./..., or convert the file: go-junit-report -in FILE -out report.xml',
  },
  {
    start: /^\{"protocolVersion"/,
    name: 'the JSON of dart test or flutter test',
    way: 'convert it with tojunit from the package junitreport',
  },
  {
    start: /^\{ ?"type" ?: ?"suite" ?, ?"event"/,
    name: 'the JSON of cargo test',
    way: 'run cargo nextest, which writes JUnit XML',
  },
  {
    start: /^\{[^]*"examples" ?: ?\[/,
    name: 'the JSON of RSpec',
    way: 'run rspec --format RspecJunitFormatter --out report.xml',
  },
  { start: /^\{[^]*"exitcode" ?:/, name: 'the JSON of pytest-json-report', way: 'run pytest --junitxml=report.xml' },
  {
    start: /^\{[^]*"generator" ?: ?"(?:Robot|Rebot)/,
    name: 'the JSON of Robot Framework',
    way: 'run robot --xunit report.xml, or convert the file: rebot --xunit report.xml output.json',
  },
  {
    start: /^\{[^]*"(?:testNodes|testPlanConfigurations)" ?:/,
    name: 'the JSON of xcresulttool',
    way: 'run xcbeautify --report junit',
  },
  { start: /^\{ ?"(?:metrics|root_group)" ?:/, name: 'a summary of k6', way: 'write it with k6-junit' },
  {
    start: /^\{[^]*"(?:cypressVersion|totalTests)" ?:/,
    name: 'the JSON of Cypress',
    way: 'run cypress run --reporter junit',
  },
  {
    start: /^\{[^]*"(?:befores|afters)" ?:/,
    name: 'a container of Allure without its results',
    instead: 'send the whole folder of results as a zip file instead',
  },
  { start: /^\{[^]*sarif/i, ...coverage('a SARIF report') },
]

/** Long enough for the members that tell formats apart, short enough for expressions that look at every place. */
export const START_MAX = 4_096

/** The refusal of a file that is not XML, by its first characters; undefined for an unknown format. */
export function otherFile(start: string): DomainError | undefined {
  const text = start.slice(0, START_MAX).trimStart().replaceAll(/\s+/g, ' ')
  const format = BY_START.find((one) => one.start.test(text))
  return format && refusal(format)
}

function refusal(format: OtherFormat): DomainError {
  return unsupported(
    'instead' in format
      ? `This is ${format.name}: ${format.instead}`
      : `This is ${format.name}, which is not read. For JUnit XML, ${format.way}`,
  )
}
