import { SimpleGrid, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { Value } from '#src/ui/value.tsx'
import { hasDetails, OutcomeDetails } from '../outcome.tsx'
import { isShort, needsDiff } from './needs-diff.ts'
import { PanelSection } from '#src/ui/panel-section.tsx'
import { usePartFocus } from './use-part-focus.ts'

const ValueDiff = lazy(() => import('#src/ui/value-diff.tsx'))

export function Values({ result }: { result: TestResult }) {
  const { id, expectedValue: expected, actualValue: actual, status } = result
  const none = status === 'passed' ? 'as expected' : 'none'
  const areShort = [expected, actual].every((value) => isShort(value ?? ''))
  return (
    <>
      {expected !== null && actual !== null && needsDiff(result) && (
        <PanelSection title="Difference">
          <Suspense>
            <Difference key={id} expected={expected} actual={actual} />
          </Suspense>
        </PanelSection>
      )}
      {(actual !== null || expected !== null) && (
        <SimpleGrid cols={areShort ? 2 : 1} spacing={16} verticalSpacing={0}>
          {expected !== null && (
            <PanelSection title="Expected">
              <Value key={id} value={expected} />
            </PanelSection>
          )}
          <PanelSection title="Actual">
            {actual === null ? (
              <Text span inherit c="dimmed">
                {none}
              </Text>
            ) : (
              <Value key={id} value={actual} />
            )}
          </PanelSection>
        </SimpleGrid>
      )}
      {hasDetails(result) && (
        <PanelSection title="Report">
          <OutcomeDetails key={id} outcome={result} />
        </PanelSection>
      )}
    </>
  )
}

function Difference(values: { expected: string; actual: string }) {
  const part = usePartFocus<HTMLDivElement>('diff', 'button')
  return (
    <div ref={part}>
      <ValueDiff {...values} />
    </div>
  )
}
