import { Badge } from '@mantine/core'
import type { ResultStatus } from '#shared/test-results/result-status.ts'
import type { RunStatus } from '#shared/test-runs/test-run.ts'
import classes from './status.module.css'

export type Status = ResultStatus | RunStatus

const DISC = 'M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13z'
const SQUARE = 'M3.5 2h9A1.5 1.5 0 0 1 14 3.5v9a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 2 12.5v-9A1.5 1.5 0 0 1 3.5 2z'

type Shape = {
  fill?: string
  /** The line, in the colour of the status, or of the surface on top of a fill. */
  line?: string
}

/** A shape for each status, so that colour alone never tells them apart. */
const SHAPES: Record<Status, Shape> = {
  passed: { fill: DISC, line: 'M5 8.2l2.1 2.1L11 6' },
  failed: { fill: SQUARE, line: 'M5.5 5.5l5 5m0-5l-5 5' },
  error: {
    fill: 'M8 1.3c.5 0 .9.25 1.15.7l5.7 10.2c.5.9-.15 1.8-1.15 1.8H2.3c-1 0-1.65-.9-1.15-1.8L6.85 2c.25-.45.65-.7 1.15-.7z',
    line: 'M8 5.5v4m0 2v.2',
  },
  pending: { line: 'M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11z' },
  skipped: { line: 'M2.5 8h11' },
  running: { line: 'M8 2.5a5.5 5.5 0 1 1-5.5 5.5M8 5v3.2l2.2 1.6' },
  completed: { fill: DISC, line: 'M5 8.2l2.1 2.1L11 6' },
}

/** The shape of a status in its colour. The text beside it names the status. */
export function StatusMark({ status, size = 16 }: { status: Status; size?: number }) {
  const { fill, line } = SHAPES[status]
  return (
    <svg
      className={classes.mark}
      data-status={status}
      viewBox="0 0 16 16"
      width={size}
      height={size}
      fill="none"
      strokeWidth={status === 'skipped' ? 3 : 1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      {fill && <path d={fill} className={classes.fill} />}
      {line && <path d={line} className={fill ? classes.inside : classes.line} />}
    </svg>
  )
}

/** A status, always with colour, shape and text. */
export function StatusBadge({ status }: { status: Status }) {
  return (
    <Badge leftSection={<StatusMark status={status} size={14} />} className={classes.badge} data-status={status}>
      {status}
    </Badge>
  )
}
