import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countTests } from './test-count.mjs'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-counts-'))
})

afterAll(() => rmSync(folder, { recursive: true }))

function report(content: object): string {
  const file = join(folder, `${crypto.randomUUID()}.json`)
  writeFileSync(file, JSON.stringify(content))
  return file
}

const vitest = (testResults: object[]) =>
  report({ numPassedTests: 2, numFailedTests: 1, numPendingTests: 1, numTodoTests: 0, testResults })

const failedTest = { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] }
const brokenFile = { status: 'failed', assertionResults: [{ status: 'passed' }] }

test('a Vitest file that fails outside its tests counts as one more failure', () => {
  expect(countTests(vitest([failedTest]), false)).toEqual({ passed: 2, failed: 1, skipped: 1 })
  expect(countTests(vitest([failedTest, brokenFile]), false)).toEqual({ passed: 2, failed: 2, skipped: 1 })
})

test('a browser test that passes only on a retry, and an error outside the tests, count as failures', () => {
  const stats = { expected: 5, flaky: 1, unexpected: 2, skipped: 0 }
  expect(countTests(report({ stats, errors: [] }), false)).toEqual({ passed: 5, failed: 3, skipped: 0 })
  expect(countTests(report({ stats, errors: [{}] }), false)).toEqual({ passed: 5, failed: 4, skipped: 0 })
})

test('a step without a report counts as one failure if it fails, else as no test', () => {
  expect(countTests(join(folder, 'missing.json'), false)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  expect(countTests(undefined, true)).toEqual({ passed: 0, failed: 0, skipped: 0 })
})
