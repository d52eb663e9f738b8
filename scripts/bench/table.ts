/* The one table of the benchmarks. */

/** What a figure must reach. `unit` says what is compared when it is not a ratio. */
export type Bar = ({ atLeast: number } | { atMost: number }) & { unit?: string }

/** One line of the table. `value` is compared with the bar; with a unit it is no ratio. */
export type Figure = {
  work: string
  assay: string
  beside?: string
  value?: number
  /** The same ratio by CPU time, which other work on the machine distorts less. */
  valueByCpu?: number
  bar?: Bar
}

export function tableOf(figures: Figure[]): string[] {
  const rows = figures.map((figure) => {
    const { work, assay, beside = '', bar } = figure
    const limit = bar && ('atLeast' in bar ? `≥ ${bar.atLeast}` : `≤ ${bar.atMost}`)
    return [work, assay, beside, ratio(figure), limit ? `${limit} ${bar.unit ?? ''}`.trim() : '', held(figure)]
  })
  const head = ['work', 'Assay', 'beside it', 'ratio (by CPU time)', 'bar', 'held']
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
}

/** Whether a figure with a bar misses it. */
export function misses({ value, bar }: Figure): boolean {
  if (!bar || value === undefined) return false
  return !('atLeast' in bar ? value >= bar.atLeast : value <= bar.atMost)
}

function ratio({ value, valueByCpu, bar }: Figure): string {
  if (value === undefined || bar?.unit !== undefined) return ''
  return `**${precise(value)}**${valueByCpu === undefined ? '' : ` (${precise(valueByCpu)})`}`
}

function held(figure: Figure): string {
  if (!figure.bar) return ''
  if (figure.value === undefined) return 'not measured'
  return misses(figure) ? '**NO**' : 'yes'
}

/** Three significant digits at most: `0.39`, `1.66`, `36`. */
const precise = (value: number) => value.toFixed(value < 9.995 ? 2 : value < 99.95 ? 1 : 0)

export const ms = (value: number, digits = 0) => `${value.toFixed(digits)} ms`
