import { SimpleGrid, Text } from '@mantine/core'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { Value } from '#src/ui/value.tsx'
import { ValueDifference } from '#src/ui/value-difference.ts'
import { hasDetails, OutcomeDetails } from '../outcome.tsx'
import { isShort, needsDiff } from './needs-diff.ts'
import { PanelSection } from '#src/ui/panel-section.tsx'
import { usePartFocus } from './use-part-focus.ts'

export function Values({ result }: { result: TestResult }) {
  const { id, expectedValue: expected, actualValue: actual, status } = result
  const none = status === 'passed' ? 'as expected' : 'none'
  const areShort = [expected, actual].every((value) => isShort(value ?? ''))
  return (
    <>
      {expected !== null && actual !== null && needsDiff(result) && (
        <PanelSection title="Difference">
          <Difference key={id} expected={expected} actual={actual} />
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
  // A key enters it once its buttons are there.
  const isLoaded = ValueDifference.useIsLoaded()
  return (
    <div ref={isLoaded ? part : null}>
      <ValueDifference {...values} />
    </div>
  )
}
