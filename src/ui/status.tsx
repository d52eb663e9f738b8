import { Badge } from '@mantine/core'
import {
  IconAlertTriangle,
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

/** The look of each status, the same wherever one is shown. */
export const STATUS_LOOK: Record<Status, { color: string; icon: Icon }> = {
  passed: { color: 'green', icon: IconCircleCheck },
  failed: { color: 'red', icon: IconCircleX },
  error: { color: 'orange', icon: IconAlertTriangle },
  pending: { color: 'gray', icon: IconCircleDashed },
  skipped: { color: 'grape', icon: IconCircleMinus },
  running: { color: 'blue', icon: IconPlayerPlay },
  completed: { color: 'green', icon: IconCircleCheck },
}

type Props = {
  status: Status
  /** How many stand at it, shown before the word. */
  count?: number
}

/** A status: always colour, icon and word together. */
export function StatusBadge({ status, count }: Props) {
  const { color, icon: IconPart } = STATUS_LOOK[status]
  return (
    <Badge color={color} leftSection={<IconPart size={13} aria-hidden />} className={classes.badge}>
      {count === undefined ? status : `${count} ${status}`}
    </Badge>
  )
}
