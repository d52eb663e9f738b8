import { memo, useState } from 'react'
import { Group, Table, Text } from '@mantine/core'
import { Link } from 'wouter'
import { runName } from '#shared/test-runs/run-name.ts'
import type { CaseResult } from '#shared/test-runs/test-run.ts'
import { formatShortDuration } from '#src/lib/format.ts'
import { pathOfRun } from '#src/lib/project-paths.ts'
import { FlakyMark } from '#src/ui/flaky-mark.tsx'
import { StatusMark } from '#src/ui/status.tsx'
import { Time } from '#src/ui/time.tsx'
import { TextButton } from '#src/ui/text-button.tsx'
import { ValueDifference } from '#src/ui/value-difference.ts'
import { ProjectReferences } from '../projects/project-references.tsx'
import { authorOf } from '../test-results/outcome.tsx'
import classes from './case-history.module.css'
import { seenText, valueChange } from './value-change.ts'

/** Longer values are shortened, and compared line by line. */
const SHORT = 60

type Props = {
  projectId: string
  result: CaseResult
  before: CaseResult | undefined
  /** The longest duration of the page, in milliseconds. */
  longest: number
}

export const HistoryRow = memo(function HistoryRow({ projectId, result, before, longest }: Props) {
  const { testRun, status, flaky, executionTimeMs, attempts, executedAt } = result
  const name = runName(testRun)
  return (
    <Table.Tr>
      <Table.Th scope="row" data-column="run">
        <Link
          href={pathOfRun(projectId, testRun.id, result.testCase.id)}
          className={`one-line ${classes.run}`}
          data-run-link
          dir="auto"
          title={name}
        >
          {name}
        </Link>
      </Table.Th>
      <Table.Td data-column="branch" dir="auto" title={testRun.branch ?? undefined}>
        {testRun.branch}
      </Table.Td>
      <Table.Td data-column="environment" dir="auto" title={testRun.environment ?? undefined}>
        {testRun.environment}
      </Table.Td>
      <Table.Td data-column="status">
        <Group component="span" display="inline-flex" gap={4} wrap="nowrap" c="var(--status-text)" data-status={status}>
          {flaky ? <FlakyMark /> : <StatusMark status={status} size={14} />}
          <span>
            {status}
            {flaky && <span title="Passed only after it had failed in this run">, flaky</span>}
          </span>
        </Group>
      </Table.Td>
      <Table.Td data-column="value">
        <ValueCell result={result} before={before} />
        {result.defects.length > 0 && <ProjectReferences projectId={projectId} references={result.defects} />}
      </Table.Td>
      <Table.Td data-column="duration">
        {executionTimeMs !== null && (
          <span className={classes.duration}>
            <span>{formatShortDuration(executionTimeMs)}</span>
            <span className={classes.bar} aria-hidden>
              <span style={{ width: `${longest === 0 ? 0 : (executionTimeMs / longest) * 100}%` }} />
            </span>
          </span>
        )}
      </Table.Td>
      <Table.Td data-column="attempts">
        {attempts > 1 ? <span title={`${attempts} attempts`}>{attempts}</span> : attempts}
      </Table.Td>
      <Table.Td data-column="by" dir="auto">
        {executedAt !== null && authorOf(result)}
      </Table.Td>
      <Table.Td data-column="when">{executedAt !== null && <Time iso={executedAt} as="relative" />}</Table.Td>
    </Table.Tr>
  )
})

function ValueCell({ result, before }: Pick<Props, 'result' | 'before'>) {
  const [isOpen, setOpen] = useState(false)
  const change = valueChange(result, before)
  const text = seenText(result)
  const old = before && seenText(before)
  const isLong = Math.max(text?.length ?? 0, old?.length ?? 0) > SHORT || /\n/.test(`${text}${old}`)
  return (
    <>
      <Shown text={text} isDimmed={change === 'same'} />
      {change === 'changed' && !isLong && (
        <span className={classes.was}>
          before: <Shown text={old ?? null} isDimmed />
        </span>
      )}
      {change === 'changed' && isLong && (
        <>
          <TextButton display="block" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide change' : 'Show change'}
          </TextButton>
          {isOpen && <ValueDifference expected={old ?? ''} actual={text ?? ''} labels={['Run before', 'This run']} />}
        </>
      )}
    </>
  )
}

function Shown({ text, isDimmed }: { text: string | null; isDimmed: boolean }) {
  if (text === null)
    return (
      <Text span inherit c="dimmed">
        no value
      </Text>
    )
  if (text === '')
    return (
      <Text span inherit c="dimmed">
        empty
      </Text>
    )
  return (
    <code className={`mono ${classes.value}`} data-dimmed={isDimmed || undefined} dir="auto" title={text.slice(0, 500)}>
      {text.replaceAll(/\s+/g, ' ').slice(0, SHORT)}
      {text.length > SHORT && '…'}
    </code>
  )
}
