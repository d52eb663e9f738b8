import { Badge } from '@mantine/core'
import { Link } from 'wouter'
import type { ComparedResult, RunChange } from '#shared/comparisons/comparison.ts'
import { FlakyMark } from '#src/ui/flaky-mark.tsx'
import { StatusMark } from '#src/ui/status.tsx'
import { ChangeText } from './change-text.tsx'
import classes from './compare.module.css'

type Props = {
  change: RunChange
  /** The address of a result, with its panel open. */
  hrefOf: (result: ComparedResult) => string
}

/** A case whose result changed: what it was, what it is, and why. */
export function ChangeRow({ change, hrefOf }: Props) {
  const { result, before } = change
  const shown = result ?? before
  if (!shown) return null
  const { testCase, isQuarantined } = shown
  return (
    <div role="row" className={classes.row}>
      <div role="rowheader" className={classes.case}>
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
      </div>
      <div role="cell" className={classes.statuses}>
        <Outcome result={before} none="not in the base" />
        <span aria-label="then">→</span>
        <Outcome result={result} none="not in this run" />
      </div>
      <div role="cell" className={classes.text}>
        <ChangeText change={change} />
      </div>
    </div>
  )
}

function Outcome({ result, none }: { result: ComparedResult | null; none: string }) {
  if (!result) return <span className={classes.dimmed}>{none}</span>
  return (
    <span className={classes.outcome} data-status={result.status}>
      {result.flaky ? <FlakyMark size={14} /> : <StatusMark status={result.status} size={14} />}
      {result.flaky ? 'flaky' : result.status}
    </span>
  )
}
