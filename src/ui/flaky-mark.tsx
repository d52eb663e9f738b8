import { Badge } from '@mantine/core'
import { IconArrowsShuffle, IconBandage } from '@tabler/icons-react'
import classes from './status.module.css'

export const FlakyMark = ({ size = 14 }: { size?: number }) => (
  <IconArrowsShuffle size={size} className={classes.flaky} aria-hidden />
)

/** For a result that passed after it had failed in the same run. */
export function FlakyBadge() {
  return (
    <Badge
      color="yellow"
      leftSection={<FlakyMark />}
      className={classes.badge}
      title="Passed only after it had failed in this run"
    >
      flaky
    </Badge>
  )
}

/** For a case whose results flip, on its row. */
export function Flaky({ score }: { score: number }) {
  return (
    <span className={classes.knownFlaky} title={`Flaky: its score is ${score.toFixed(2)} of 1`}>
      <FlakyMark />
      flaky
    </span>
  )
}

/** For a quarantined case: its failures are counted separately. */
export const KnownFlakyMark = () => <IconBandage size={14} className={classes.flaky} aria-hidden />

/** The mark with its text, for rows. */
export function KnownFlaky({ reason }: { reason?: string | null | undefined }) {
  return (
    <span className={classes.knownFlaky} title={knownFlakyTitle(reason)}>
      <KnownFlakyMark />
      known flaky
    </span>
  )
}

export function KnownFlakyBadge({ reason }: { reason?: string | null | undefined }) {
  return (
    <Badge color="yellow" leftSection={<KnownFlakyMark />} className={classes.badge} title={knownFlakyTitle(reason)}>
      known flaky
    </Badge>
  )
}

const knownFlakyTitle = (reason: string | null | undefined) =>
  `Quarantined: its failures are counted apart${reason ? `. ${reason}` : ''}`
