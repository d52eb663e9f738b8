/* Lines of the table, and how they come about. */

/** As the table shows it. With a unit the value is no ratio. */
type Limit = `${'≥' | '≤'} ${number}${'' | ` ${string}`}`
/** A bar that is known to be missed has a line of reason: why, and what would be needed. */
export type Bar = Limit | readonly [limit: Limit, reason: string]

/** For the last landed version beside this one. */
export const NOISE = 'the same code beside itself differs by up to a tenth in one run, more where a round has few calls'

export const SLOWER = 'measured on a slower machine than the bar: see the bcrypt hash below'

/** Small reads: the bare server checks nothing. */
export const UNCHECKED =
  'the bare server reads rows; Assay also checks the session, the role and the shape of the answer, which cost more than the rows'

/** One line of the table. */
export type Figure = {
  work: string
  assay: string
  beside?: string
  /** What the bar limits. */
  value?: number
  /** The same ratio by CPU time, which other work on the machine distorts less. */
  valueByCpu?: number
  bar?: Bar | undefined
}
export type Figures = AsyncGenerator<Figure>

const HEAD = ['work', 'Assay', 'beside it', 'ratio (by CPU time)', 'bar', 'held']

export function tableOf(figures: Figure[]): string[] {
  const rows = figures.map((figure) => {
    const { work, assay, beside = '', bar } = figure
    return [work, assay, beside, ratioOf(figure), limitOf(bar), bar ? heldOf(figure) : '']
  })
  return [HEAD, HEAD.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
}

const limitOf = (bar: Bar | undefined): string => (typeof bar === 'string' ? bar : (bar?.[0] ?? ''))

function heldOf({ value, bar, ...figure }: Figure): string {
  if (value === undefined) return 'not measured'
  return misses({ ...figure, value, bar }) ? `**NO**: ${typeof bar === 'object' ? bar[1] : 'not explained'}` : 'yes'
}

/** Whether a figure with a bar misses it. */
export function misses({ value, bar }: Figure): boolean {
  if (!bar || value === undefined) return false
  const [sign, limit] = limitOf(bar).split(' ')
  return !(sign === '≥' ? value >= Number(limit) : value <= Number(limit))
}

function ratioOf({ value, valueByCpu, bar }: Figure): string {
  const hasUnit = limitOf(bar).split(' ').length > 2
  if (value === undefined || hasUnit) return ''
  return `**${precise(value)}**${valueByCpu === undefined ? '' : ` (${precise(valueByCpu)})`}`
}

/** Three significant digits at most: `0.39`, `1.66`, `36`. */
const precise = (value: number) => value.toFixed(value < 9.995 ? 2 : value < 99.95 ? 1 : 0)

export const ms = (value: number, digits = 0) => `${value.toFixed(digits)} ms`

export function percentile(numbers: number[], share: number): number {
  const at = Math.min(numbers.length - 1, Math.floor(numbers.length * share))
  return numbers.toSorted((a, b) => a - b)[at] ?? Number.NaN
}

export const median = (numbers: number[]) => percentile(numbers, 0.5)

/** What `count` calls took together, and the CPU time of the server meanwhile. */
export type Sample = { count: number; ms: number; cpuMs: number; p99Ms: number; failures: number }

export function total(samples: Sample[]): Sample {
  const sum = (field: keyof Sample) => samples.reduce((all, sample) => all + sample[field], 0)
  const p99Ms = Math.max(...samples.map((sample) => sample.p99Ms))
  return { count: sum('count'), ms: sum('ms'), cpuMs: sum('cpuMs'), p99Ms, failures: sum('failures') }
}

/** Takes all sides in turn; each round begins with the next side. Returns what each side gave. */
export async function inTurn<T>(rounds: number, sides: (() => Promise<T>)[]): Promise<T[][]> {
  const taken: T[][] = sides.map(() => [])
  for (let round = 0; round < rounds; round++)
    for (const index of sides.keys()) {
      const side = (round + index) % sides.length
      taken[side]?.push(await (sides[side] as () => Promise<T>)())
    }
  return taken
}

/** Assay, and its rivals by name. Those that are missing are left out. */
export type Sides<Side> = { assay: Side; [rival: string]: Side | undefined }
/** `rate`: more is better. `time`: less is better. */
type Comparison<Side> = {
  work: string
  unit?: 'rate' | 'time'
  rounds: number
  sides: Sides<Side>
  take: (side: Side) => Promise<Sample>
  bars?: Record<string, Bar | undefined>
}

/**
 * Measures Assay and its rivals in turn, after a warm-up. One line for each rival: the ratio is the median of the
 * rounds' ratios.
 */
export async function* compare<Side>(comparison: Comparison<Side>): Figures {
  const { work, unit = 'rate', rounds, take, bars = {} } = comparison
  const { assay, ...others } = comparison.sides
  const rivals = Object.entries(others).filter((entry): entry is [string, Side] => entry[1] !== undefined)
  const takes = [assay, ...rivals.map(([, side]) => side)].map((side) => () => take(side))
  const [ours = [], ...samples] = (await inTurn(rounds + 1, takes)).map(([_warmUp, ...rest]) => rest)
  for (const [index, [name]] of rivals.entries()) {
    const theirs = samples[index] as Sample[]
    const rate = median(ours.map((sample, round) => perSecond(sample) / perSecond(theirs[round] as Sample)))
    const rateByCpu = cpuOf(theirs) / cpuOf(ours)
    const [value, valueByCpu] = unit === 'rate' ? [rate, rateByCpu] : [1 / rate, 1 / rateByCpu]
    yield {
      work,
      assay: cell(ours, unit),
      beside: `${name}: ${cell(theirs, unit)}`,
      value,
      valueByCpu,
      bar: bars[name],
    }
  }
}

const perSecond = ({ count, ms: took }: Sample) => (count * 1_000) / took

/** Milliseconds of CPU time for each call. */
function cpuOf(samples: Sample[]): number {
  const { cpuMs, count } = total(samples)
  return cpuMs / count
}

function cell(samples: Sample[], unit: 'rate' | 'time'): string {
  const { failures } = total(samples)
  const [rate, cpuMs] = [median(samples.map(perSecond)), cpuOf(samples)]
  const p99 = ms(median(samples.map(({ p99Ms }) => p99Ms)))
  const speed = unit === 'rate' ? `${Math.round(rate).toLocaleString('en')}/s, p99 ${p99}` : ms(1_000 / rate)
  const cpu = cpuMs < 9.95 ? `${(cpuMs * 1_000).toFixed(0)} µs` : ms(cpuMs)
  return `${speed}, ${cpu} CPU${failures > 0 ? `, ${failures} FAILED` : ''}`
}
