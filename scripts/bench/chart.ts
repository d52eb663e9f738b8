import { type Figure, precise } from './figure.ts'

/* The main ratios as a bar chart in SVG: no script, and its own background in light and in dark. */

const WIDTH = 760
const LABELS = 300
const ROW = 26
const TOP = 74
const LEAST = 0.25

/** Bars start at 1, where both sides are equal; the scale is logarithmic. */
export function chartOf(figures: Figure[], measured: string): string {
  const rows = figures.filter(
    ({ chart, value }) => chart !== undefined && value !== undefined && Number.isFinite(value),
  )
  const most = 2 ** Math.ceil(Math.log2(Math.max(2, ...rows.map(({ value = 1 }) => value))))
  const span = WIDTH - LABELS - 60
  const x = (value: number) => LABELS + (span * Math.log2(Math.max(value, LEAST) / LEAST)) / Math.log2(most / LEAST)
  const bottom = TOP + rows.length * ROW
  const ticks = Array.from({ length: Math.log2(most / LEAST) + 1 }, (_, index) => LEAST * 2 ** index)
  const said = rows.map(({ chart, value = 1 }) => `${chart}: ${precise(value)}`).join('; ')
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${bottom + 34}" role="img" aria-labelledby="title text">`,
    `<title id="title">Assay beside what it is compared with</title>`,
    `<desc id="text">${escaped(`${said}. ${measured}`)}</desc>`,
    `<style>${STYLE}</style>`,
    `<rect class="paper" width="${WIDTH}" height="${bottom + 34}" rx="8"/>`,
    `<text class="head" x="20" y="28">Assay beside a bare Express server with the same SQL</text>`,
    `<text class="soft" x="20" y="48">Ratio of rates, logarithmic: right of 1 Assay is faster. The notch is the bar.</text>`,
    ...ticks.map(
      (tick) =>
        `<path class="${tick === 1 ? 'one' : 'grid'}" d="M${x(tick).toFixed(1)} ${TOP - 10}V${bottom}"/>` +
        `<text class="soft" text-anchor="middle" x="${x(tick).toFixed(1)}" y="${bottom + 18}">${tick}</text>`,
    ),
    ...rows.flatMap((row, index) => rowOf(row, TOP + index * ROW, x)),
    '</svg>',
    '',
  ].join('\n')
}

function rowOf({ chart = '', value = 1, bar }: Figure, y: number, x: (value: number) => number): string[] {
  const [left, right] = [Math.min(x(1), x(value)), Math.max(x(1), x(value))]
  const notch = bar && 'atLeast' in bar ? [`<path class="notch" d="M${x(bar.atLeast).toFixed(1)} ${y}v18"/>`] : []
  return [
    `<text x="${LABELS - 12}" y="${y + 13}" text-anchor="end">${escaped(chart)}</text>`,
    `<rect class="${value >= 1 ? 'more' : 'less'}" x="${left.toFixed(1)}" y="${y + 2}" width="${(right - left).toFixed(1)}" height="14"/>`,
    ...notch,
    `<text class="value" x="${(right + 8).toFixed(1)}" y="${y + 13}">${precise(value)}</text>`,
  ]
}

const STYLE = `text{font:12px system-ui,sans-serif;fill:#1f2328}.head{font-size:15px;font-weight:600}.soft{fill:#59636e}
.value{font-weight:600}.paper{fill:#fff;stroke:#d1d9e0}.grid{stroke:#d1d9e0}.one{stroke:#59636e}.more{fill:#2a6fdb}
.less{fill:#a3702a}.notch{stroke:#1f2328;stroke-width:2}
@media(prefers-color-scheme:dark){text,.head,.value{fill:#e6edf3}.soft{fill:#9198a1}.paper{fill:#0d1117;stroke:#3d444d}
.grid{stroke:#3d444d}.one{stroke:#9198a1}.more{fill:#6aa3ff}.less{fill:#d9a45b}.notch{stroke:#e6edf3}}`

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
