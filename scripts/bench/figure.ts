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
  /** The line's name in the chart. */
  chart?: string
}

export function tableOf(figures: Figure[]): string[] {
  return [
    '| work | Assay | beside it | ratio (by CPU time) | bar | held |',
    '| --- | --- | --- | --- | --- | --- |',
    ...figures.map(
      (figure) =>
        `| ${[figure.work, figure.assay, figure.beside ?? '', ratio(figure), barText(figure), held(figure)].join(' | ')} |`,
    ),
  ]
}

/** Whether a figure with a bar reaches it. */
export function holds({ value = Number.NaN, bar }: Figure): boolean {
  if (!bar) return true
  return 'atLeast' in bar ? value >= bar.atLeast : value <= bar.atMost
}

function ratio({ value, valueByCpu, bar }: Figure): string {
  if (value === undefined || bar?.unit !== undefined) return ''
  return `**${precise(value)}**${valueByCpu === undefined ? '' : ` (${precise(valueByCpu)})`}`
}

function barText({ bar }: Figure): string {
  if (!bar) return ''
  const unit = bar.unit === undefined ? '' : ` ${bar.unit}`
  return 'atLeast' in bar ? `≥ ${bar.atLeast}${unit}` : `≤ ${bar.atMost}${unit}`
}

function held(figure: Figure): string {
  if (!figure.bar) return ''
  if (figure.value === undefined) return 'not measured'
  return holds(figure) ? 'yes' : '**NO**'
}

/** Three significant digits at most: `0.39`, `1.66`, `36`. */
export function precise(value: number): string {
  return value.toFixed(value < 9.995 ? 2 : value < 99.95 ? 1 : 0)
}
