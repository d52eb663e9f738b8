import { Badge } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowsShuffle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleMinus,
  IconCircleX,
  type Icon,
  IconPlayerPlay,
} from '@tabler/icons-react'
import type { ResultStatus } from '#shared/test-results/result-status.ts'
import type { RunStatus } from '#shared/test-runs/test-run.ts'
import classes from './status.module.css'

export type Status = ResultStatus | RunStatus

export type Look = { color: string; icon: Icon }

/** Colour and icon of each status, everywhere. */
export const STATUS_LOOK: Record<Status, Look> = {
  passed: { color: 'green', icon: IconCircleCheck },
  failed: { color: 'red', icon: IconCircleX },
  error: { color: 'orange', icon: IconAlertTriangle },
  pending: { color: 'gray', icon: IconCircleDashed },
  skipped: { color: 'grape', icon: IconCircleMinus },
  running: { color: 'blue', icon: IconPlayerPlay },
  completed: { color: 'green', icon: IconCircleCheck },
}

export const FLAKY_LOOK: Look = { color: 'yellow', icon: IconArrowsShuffle }

type Props = {
  status: Status
  /** Shown before the status: '3 failed'. */
  count?: number
}

/** A status, always with colour, icon and text. */
export function StatusBadge({ status, count }: Props) {
  const { color, icon: IconPart } = STATUS_LOOK[status]
  return (
    <Badge color={color} leftSection={<IconPart size={13} aria-hidden />} className={classes.badge}>
      {count === undefined ? status : `${count} ${status}`}
    </Badge>
  )
}

/** For a result that passed after it had failed in the same run. */
export function FlakyBadge() {
  const { color, icon: IconPart } = FLAKY_LOOK
  return (
    <Badge
      color={color}
      leftSection={<IconPart size={13} aria-hidden />}
      className={classes.badge}
      title="Passed only after it had failed in this run"
    >
      flaky
    </Badge>
  )
}
