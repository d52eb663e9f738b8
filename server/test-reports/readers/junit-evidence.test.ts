import { expect, test } from 'vitest'
import { readReport } from './testing.ts'

const TESTLINK = `<?xml version="1.0" encoding="UTF-8"?>
<testsuite id="12" name="Cart" >
<node_order><![CDATA[1]]></node_order>
<details><![CDATA[<p>All of the cart</p>]]></details>
<testcase internalid="40" name="Adds up">
	<node_order><![CDATA[0]]></node_order>
	<externalid><![CDATA[7]]></externalid>
	<version><![CDATA[1]]></version>
	<summary><![CDATA[]]></summary>
	<execution_type><![CDATA[1]]></execution_type>
	<steps>
<step>
	<step_number><![CDATA[1]]></step_number>
	<actions><![CDATA[Add two]]></actions>
	<expectedresults><![CDATA[Two]]></expectedresults>
</step>
</steps>
</testcase>
</testsuite>`

test.each([
  ['its suites', TESTLINK],
  [
    'its cases alone',
    TESTLINK.replace(/<testsuite[^]*<\/details>/, '<testcases>').replace('</testsuite>', '</testcases>'),
  ],
])('an export of TestLink with %s is refused, and the message names the import of cases', (_, report) => {
  expect(() => readReport(report)).toThrow(
    expect.objectContaining({
      code: 'BAD_REQUEST',
      message:
        'This is an export of TestLink: it has test cases and no results. ' +
        'Import the cases: assay cases import FILE',
    }),
  )
})

test('cases with an unknown structure and nothing of a run are refused', () => {
  const cases = '<testcase name="a"><objective>adds up</objective></testcase><testcase name="b"/>'
  expect(() => readReport(`<testsuite name="s">${cases}</testsuite>`)).toThrow(
    'This XML file has <testcase> elements with <objective> and without any result of a test. Supported: ',
  )
})

test.each([
  '<testsuite name="s"><testcase name="a"/></testsuite>',
  '<testsuite name="s" tests="1"><testcase name="a"><owner/></testcase></testsuite>',
  '<testsuite name="s"><testcase name="a" time="0"><owner/></testcase></testsuite>',
  '<testsuite name="s"><testcase name="a"><owner/></testcase><testcase name="b"><failure/></testcase></testsuite>',
])('a report may have unknown elements beside anything of a run: %s', (report) => {
  expect(readReport(report).tests.length).toBeGreaterThan(0)
})
