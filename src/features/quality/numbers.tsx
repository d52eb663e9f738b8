import { Box, UnstyledButton } from '@mantine/core'
import { type Icon, IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { formatCount, formatNumber, formatShare } from '#src/lib/format.ts'
import classes from './numbers.module.css'
import { formatPoints } from './points.ts'
import type { QualityLinks } from './quality-links.ts'
import type { Quality } from '#shared/quality/quality.ts'
import { showPart } from './show-part.ts'
import { directionOf } from './verdict.ts'

type Props = { numbers: Quality['numbers']; lastRunId: string; links: QualityLinks }

export function Numbers({ numbers, lastRunId, links }: Props) {
  const { passRate, newFailures, flaky, flakyQuarantined, notRunIn14Days, testCases } = numbers
  return (
    <ul className={`plain-list ${classes.numbers}`} aria-label="Numbers">
      <Figure name="Pass rate" value={passRate === null ? '–' : formatShare(passRate)} href={links.run(lastRunId)}>
        <Change numbers={numbers} />
      </Figure>
      <Figure
        name="New failures"
        value={formatNumber(newFailures)}
        tone={newFailures > 0 ? 'bad' : undefined}
        href={links.newFailures(lastRunId)}
      >
        {newFailures > 0 ? 'in the last completed run' : 'none in the last completed run'}
      </Figure>
      <Figure name="Flaky" value={formatNumber(flaky)} onClick={() => showPart('flaky')}>
        {flakyQuarantined > 0 ? `and ${formatNumber(flakyQuarantined)} quarantined` : 'pass and fail by turns'}
      </Figure>
      <Figure name="Not run in 14 days" value={formatNumber(notRunIn14Days)} onClick={() => showPart('suites')}>
        of {formatCount(testCases, 'case')}
      </Figure>
    </ul>
  )
}

function Change({ numbers: { passRate, passRateBefore } }: Pick<Props, 'numbers'>) {
  const direction = directionOf(passRate, passRateBefore)
  if (direction === 'first' || passRate === null || passRateBefore === null) return 'the first run'
  if (direction === 'same') return 'as in the run before'
  const IconPart: Icon = direction === 'better' ? IconArrowUpRight : IconArrowDownRight
  return (
    <span className={classes.change} data-direction={direction}>
      <IconPart size={14} stroke={2.2} aria-hidden />
      {formatPoints(passRate - passRateBefore)} {direction}
    </span>
  )
}

type FigureProps = {
  name: string
  value: string
  tone?: 'bad' | undefined
  children: ReactNode
} & ({ href: string; onClick?: never } | { href?: never; onClick: () => void })

function Figure({ name, value, tone, children, href, onClick }: FigureProps) {
  const content = (
    <>
      <Box component="span" c="dimmed" fz="sm" lh="18px">
        {name}
      </Box>
      <span className={classes.value} data-tone={tone}>
        {value}
      </span>
      <Box component="span" c="dimmed" fz="sm" lh="18px">
        {children}
      </Box>
    </>
  )
  return (
    <li>
      {href === undefined ? (
        <UnstyledButton className={classes.figure} onClick={onClick}>
          {content}
        </UnstyledButton>
      ) : (
        <Link href={href} className={classes.figure ?? ''}>
          {content}
        </Link>
      )}
    </li>
  )
}
