import { lazy, Suspense } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { valuesAreEqual } from '#shared/test-results/value-equality.ts'
import { canonicalJson } from '#src/ui/pretty-json.ts'
import { Value } from '#src/ui/value.tsx'
import { hasDetails, OutcomeDetails } from '../outcome.tsx'
import classes from './case-details.module.css'
import { Section } from './section.tsx'

const ValueDiff = lazy(() => import('#src/ui/value-diff.tsx'))

/** Shorter values are compared at a glance. */
const SHORT = 40

/** What was expected and what was seen, the difference of long values, and what an automated test reports. */
export function Values({ result }: { result: TestResult }) {
  const { expectedValue: expected, actualValue: actual, status, isStatusByHand } = result
  const isAsExpected = actual === null && status === 'passed' && isStatusByHand
  return (
    <>
      {expected !== null && (
        <Section title="Expected">
          <Value key={result.id} value={expected} />
        </Section>
      )}
      {(actual !== null || expected !== null) && (
        <Section title="Actual">
          {actual === null ? (
            <span className={classes.none}>{isAsExpected ? 'as expected' : 'none'}</span>
          ) : (
            <Value key={result.id} value={actual} />
          )}
        </Section>
      )}
      {expected !== null && actual !== null && needsDiff(result, expected, actual) && (
        <Section title="Difference">
          <Suspense>
            <ValueDiff key={result.id} expected={expected} actual={actual} />
          </Suspense>
        </Section>
      )}
      {hasDetails(result) && (
        <Section title="Report">
          <OutcomeDetails key={result.id} outcome={result} />
        </Section>
      )}
    </>
  )
}

function needsDiff({ testCase }: TestResult, expected: string, actual: string): boolean {
  if (valuesAreEqual(expected, actual, testCase.expectedValueType)) return false
  const isLong = [expected, actual].some((value) => value.length > SHORT || value.includes('\n'))
  return isLong || canonicalJson(expected) !== null || canonicalJson(actual) !== null
}
