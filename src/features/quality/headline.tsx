import { Box, Title } from '@mantine/core'
import { type Icon, IconArrowDownRight, IconArrowUpRight, IconEqual, IconFlag } from '@tabler/icons-react'
import { Link } from 'wouter'
import { runName } from '#shared/test-runs/run-name.ts'
import { formatCount } from '#src/lib/format.ts'
import { Time } from '#src/ui/time.tsx'
import classes from './headline.module.css'
import type { QualityLinks } from './quality-links.ts'
import type { FailingCase, Quality, TrendPoint } from '#shared/quality/quality.ts'
import { baseOf, type Direction, directionOf, verdictOf } from './verdict.ts'

/** The number of new failures to name; others are in the list of broken cases. */
const NAMED = 4

const ICONS: Record<Direction, Icon> = {
  better: IconArrowUpRight,
  worse: IconArrowDownRight,
  same: IconEqual,
  first: IconFlag,
}

type Props = { overview: Quality; last: TrendPoint; links: QualityLinks }

export function Headline({ overview: { numbers, failing, waiting }, last: { run, summary }, links }: Props) {
  const direction = directionOf(numbers.passRate, numbers.passRateBefore)
  const IconPart = ICONS[direction]
  const named = failing.filter(({ isNew }) => isNew).slice(0, NAMED)
  return (
    <header className={classes.headline} data-direction={direction}>
      <span className={classes.icon}>
        <IconPart size={24} stroke={2.2} aria-hidden />
      </span>
      <div className="breakable">
        <Title order={2} fz="xl" lh="28px">
          {verdictOf(direction, summary, numbers.newFailures)}
        </Title>
        {named.length > 0 && (
          <NewCases named={named} more={numbers.newFailures - named.length} runId={run.id} links={links} />
        )}
        <Box component="p" m={0} lh="24px" c="dimmed">
          {baseOf(run)}:{' '}
          <Link href={links.run(run.id)} className={`one-line ${classes.link}`}>
            {runName(run)}
          </Link>
          , <Time iso={run.completedAt ?? run.createdAt} as="relative" />
        </Box>
        {waiting.runs.length > 0 && <Waiting waiting={waiting} links={links} />}
      </div>
    </header>
  )
}

type NewCasesProps = { named: FailingCase[]; more: number; runId: string; links: QualityLinks }

/** In words, as part of the sentence. */
function NewCases({ named, more, runId, links }: NewCasesProps) {
  return (
    <Box component="p" m={0} lh="24px" c="dimmed">
      New:{' '}
      {named.map(({ testCase }, index) => (
        <span key={testCase.id}>
          {index > 0 && ', '}
          <Link href={links.case(runId, testCase.id)} className={`one-line ${classes.link}`}>
            {testCase.name}
          </Link>
        </span>
      ))}
      {more > 0 && ` and ${more} more`}
    </Box>
  )
}

function Waiting({ waiting, links }: { waiting: Quality['waiting']; links: QualityLinks }) {
  return (
    <Box component="p" m={0} lh="24px" c="dimmed">
      {waiting.pending === 1 ? '1 case waits' : `${formatCount(waiting.pending, 'case')} wait`} for you in{' '}
      {waiting.runs.map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link href={`${links.run(id)}&q=assignee:me`} className={`one-line ${classes.link}`}>
            {name}
          </Link>
        </span>
      ))}
    </Box>
  )
}
