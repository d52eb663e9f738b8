import type { RunChange } from '#shared/comparisons/comparison.ts'
import { formatDuration } from '#src/lib/format.ts'
import { Text } from '@mantine/core'
import { minifyJson } from '#src/ui/pretty-json.ts'
import classes from './compare.module.css'

/** The difference besides the status: durations of a slower case, else the message or the values. */
export function ChangeText({ change: { kind, result, before } }: { change: RunChange }) {
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
    <span className={isProblem ? classes.problem : `mono ${classes.value}`} dir="auto" title={text}>
      {text.replaceAll(/\s+/g, ' ')}
    </span>
  )
}
