import { Badge, Group, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { ComparedResult, RunChange } from '#shared/comparisons/comparison.ts'
import { isFailure } from '#shared/test-results/severity.ts'
import { FlakyMark } from '#src/ui/flaky-mark.tsx'
import { StatusMark } from '#src/ui/status.tsx'
import { ProjectReferences } from '../projects/project-references.tsx'
import { ChangeText } from './change-text.tsx'
import classes from './compare.module.css'

type Props = {
  projectId: string
  change: RunChange
  /** The address of a result, with its panel open. */
  hrefOf: (result: ComparedResult) => string
}

export function ChangeRow({ projectId, change, hrefOf }: Props) {
  const { result, before } = change
  const shown = result ?? before
  if (!shown) return null
  const { testCase, isQuarantined } = shown
  return (
    <div role="row" className={classes.row}>
      <Group role="rowheader" gap={8} wrap="nowrap" miw={0}>
        <span className={classes.number}>{testCase.number}</span>
        <Link
          href={hrefOf(shown)}
          className={classes.name ?? ''}
          data-change
          dir="auto"
          title={testCase.testSuite.name}
        >
          {testCase.name}
        </Link>
        {isQuarantined && (
          <Badge color="gray" title="Known to be flaky">
            quarantined
          </Badge>
        )}
      </Group>
      <Group role="cell" gap={6} wrap="nowrap" miw={0}>
        <Outcome result={before} none="not in the base" />
        <span aria-label="then">→</span>
        <Outcome result={result} none="not in this run" />
      </Group>
      <Group role="cell" gap={8} wrap="nowrap" miw={0}>
        <ChangeText change={change} />
        {result && isFailure(result.status) && result.defects.length > 0 && (
          <span className={classes.known}>
            known: <ProjectReferences projectId={projectId} references={result.defects} />
          </span>
        )}
      </Group>
    </div>
  )
}

function Outcome({ result, none }: { result: ComparedResult | null; none: string }) {
  if (!result)
    return (
      <Text span inherit c="dimmed">
        {none}
      </Text>
    )
  return (
    <Group component="span" gap={4} wrap="nowrap" data-status={result.status}>
      {result.flaky ? <FlakyMark size={14} /> : <StatusMark status={result.status} size={14} />}
      {result.flaky ? 'flaky' : result.status}
    </Group>
  )
}
