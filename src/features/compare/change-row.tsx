import { Badge, Box, Group, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { ComparedResult, RunChange } from '#shared/comparisons/comparison.ts'
import { isFailure } from '#shared/test-results/severity.ts'
import { FlakyMark } from '#src/ui/flaky-mark.tsx'
import { StatusMark } from '#src/ui/status.tsx'
import { ProjectReferences } from '../projects/project-references.tsx'
import classes from './compare.module.css'
import { formatDuration } from '#src/lib/format.ts'
import { minifyJson } from '#src/ui/pretty-json.ts'

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
        <Box component="span" flex="none" miw={36} c="dimmed" ff="monospace">
          {testCase.number}
        </Box>
        <Link
          href={hrefOf(shown)}
          className={`one-line ${classes.name}`}
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
          <Group component="span" gap={4} wrap="nowrap" align="stretch" flex="none" maw="50%" c="dimmed">
            known: <ProjectReferences projectId={projectId} references={result.defects} />
          </Group>
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

function ChangeText({ change: { kind, result, before } }: { change: RunChange }) {
  if (kind === 'slower') return <Durations before={before?.executionTimeMs ?? 0} after={result?.executionTimeMs ?? 0} />
  const [shown, other] = kind === 'fixed' ? [before, result] : [result ?? before, result && before]
  if (!shown) return null
  if (shown.errorMessage) return <Line text={shown.errorMessage} isProblem />
  const [value, earlier] = [shown.actualValue, other?.actualValue ?? null]
  if (value === null) return null
  if (earlier === null || earlier === value) return <Value text={value} />
  const [from, to] = kind === 'fixed' ? [value, earlier] : [earlier, value]
  return (
    <>
      <Value text={from} />
      <span aria-label="then">→</span>
      <Value text={to} />
    </>
  )
}

function Durations({ before, after }: { before: number; after: number }) {
  const times = before > 0 ? ` (${(after / before).toFixed(after < before * 10 ? 1 : 0)} ×)` : ''
  return (
    <span>
      {formatDuration(before)} <span aria-label="then">→</span> <strong>{formatDuration(after)}</strong>
      {times}
    </span>
  )
}

const Value = ({ text }: { text: string }) =>
  text === '' ? (
    <Text span inherit c="dimmed">
      empty
    </Text>
  ) : (
    <Line text={minifyJson(text)} />
  )

function Line({ text, isProblem = false }: { text: string; isProblem?: boolean }) {
  return (
    <span className={`one-line ${isProblem ? classes.problem : `mono ${classes.value}`}`} dir="auto" title={text}>
      {text.replaceAll(/\s+/g, ' ')}
    </span>
  )
}
