import { formatShare } from '#src/lib/format.ts'
import classes from './project-health.module.css'

const WIDTH = 80
const HEIGHT = 20
const PAD = 3
/** The scale starts here, or lower if a run was worse. */
const FROM = 0.8

/** The pass rate of the last runs as a line, oldest first. */
export function PassRateSpark({ rates }: { rates: readonly (number | null)[] }) {
  const known = rates.filter((rate) => rate !== null)
  if (known.length < 2) return null
  const from = Math.min(FROM, ...known)
  const points = known.map((rate, index) => ({
    x: PAD + (index / (known.length - 1)) * (WIDTH - 2 * PAD),
    y: PAD + ((1 - rate) / (1 - from)) * (HEIGHT - 2 * PAD),
  }))
  const last = points.at(-1)
  return (
    <svg
      className={classes.spark}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={`Pass rate of the last ${known.length} runs: ${known.map(formatShare).join(', ')}`}
    >
      <polyline points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')} />
      {last && <circle cx={last.x} cy={last.y} r={2.5} />}
    </svg>
  )
}
