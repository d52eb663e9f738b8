import { createRequire } from 'node:module'

/* Calls the reporter as Playwright does. */
const { TestRailReporter } = createRequire(import.meta.url)('playwright-testrail-reporter/lib/reporter.js')

const reporter = new TestRailReporter()
await reporter.onBegin()
reporter.onTestEnd({ title: 'C1 pays by card' }, { status: 'passed', duration: 12 })
reporter.onTestEnd({ title: 'C2 C3 pays by cheque' }, { status: 'failed', duration: 5, error: { message: 'Boom' } })
reporter.onTestEnd({ title: 'pays in cash' }, { status: 'passed', duration: 1 })
await reporter.onEnd({ status: 'failed' })
