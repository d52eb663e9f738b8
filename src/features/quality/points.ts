/** The size of a difference between two pass rates in percentage points: '3 points', '0.4 points', '<0.1 points'. */
export function formatPoints(difference: number): string {
  const points = Math.abs(difference) * 100
  if (points < 0.1) return '<0.1 points'
  const shown = points < 10 ? Math.round(points * 10) / 10 : Math.round(points)
  return shown === 1 ? '1 point' : `${shown} points`
}
