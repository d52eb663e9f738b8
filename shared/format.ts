/* Numbers for people, on the screen and in files. */

const whole = new Intl.NumberFormat('en')

/** '12,345' */
export const formatNumber = (value: number) => whole.format(value)

/** '1 suite', '2 suites' */
export const formatCount = (count: number, noun: string) => `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`

/** '96%', from a share of 0 to 1. Rounded down, so that 100% means all; '<1%' instead of 0% when the share is not 0. */
export const formatShare = (share: number) => (share > 0 && share < 0.01 ? '<1%' : `${Math.floor(share * 100 + 1e-9)}%`)

/** '0 ms', '850 ms', '1.2 s', '3 min 5 s', '2 h 4 min' */
export function formatDuration(ms: number): string {
  const seconds = ms / 1_000
  if (ms < 999.5) return `${Math.round(ms)} ms`
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} min`
}
