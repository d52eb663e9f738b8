import type { Ref } from 'react'
import { Link } from 'wouter'
import type { ResultStatus } from '#shared/test-results/result-status.ts'
import { formatDay } from '#src/lib/format.ts'
import { FlakyMark } from './flaky-mark.tsx'
import classes from './result-dots.module.css'
import { StatusMark } from './status.tsx'

type Dot = { status: ResultStatus; flaky?: boolean }

type DotsProps = {
  results: readonly Dot[]
  href?: string
  tabIndex?: number | undefined
}

/** Reserves the room of ten dots while loading. */
export const DotsSkeleton = () => <span className={classes.skeleton} aria-hidden />

/** The last results of a case, newest first, drawn from the right. Passes are pale, so that failures stand out. */
export function ResultDots({ results, href, tabIndex }: DotsProps) {
  if (results.length === 0) return null
  const dots = (
    <span role="img" aria-label={`Last runs: ${results.map(wordOf).join(', ')}`} className={classes.dots}>
      {results.toReversed().map((result, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a position has no other identity
        <DotMark key={index} result={result} size={10} />
      ))}
    </span>
  )
  if (href === undefined) return dots
  return (
    <Link href={href} tabIndex={tabIndex} title="Full history" className={`sinks ${classes.history}`}>
      {dots}
    </Link>
  )
}

type RunDot = Dot & { testRunId: string; runName: string; executedAt: string | null }

type LinksProps = {
  /** Newest first. */
  results: readonly RunDot[]
  hrefOf: (result: RunDot) => string
  currentRunId?: string
  onOpen?: (() => void) | undefined
  ref?: Ref<HTMLUListElement>
}

/** The last results of a case as links to their runs, the newest at the right. */
export function ResultDotLinks({ results, hrefOf, currentRunId, onOpen, ref }: LinksProps) {
  return (
    <ul ref={ref} className={`plain-list ${classes.links}`} aria-label="Last 10 runs">
      {results.toReversed().map((result) => {
        const { testRunId, runName, executedAt } = result
        const name = [wordOf(result), runName, ...(executedAt ? [formatDay(executedAt)] : [])].join(', ')
        return (
          <li key={testRunId}>
            <Link
              href={hrefOf(result)}
              className={classes.link ?? ''}
              aria-label={name}
              aria-current={testRunId === currentRunId || undefined}
              title={name}
              onClick={onOpen}
            >
              <DotMark result={result} size={16} />
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

/** A flaky result passed, so it has its own shape. */
const DotMark = ({ result, size }: { result: Dot; size: number }) =>
  result.flaky ? <FlakyMark size={size} /> : <StatusMark status={result.status} size={size} />

const wordOf = ({ status, flaky }: Dot) => (flaky ? 'flaky' : status)
