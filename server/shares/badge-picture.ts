import { failingOf, failuresText } from '#shared/test-runs/summary.ts'
import type { ShownRun } from './badges.repository.ts'

/* The badge as a flat SVG: fixed words and numbers only, no style, no script and nothing loaded. */

const HEIGHT = 20
const FONT_SIZE = 11
const PADDING = 6
const LABEL = 'tests'

/** White text on each has a contrast of at least 4.5. */
const COLOURS = { label: '#4b5563', good: '#15803d', unfinished: '#92400e', bad: '#b91c1c', none: '#6b7280' }

/** Advance widths of Verdana, the first font, in 2048ths of its size. `textLength` fits other fonts. */
const WIDTHS = new Map<string, number>(
  Object.entries({
    ' ': 720,
    '<': 1676,
    ',': 745,
    '%': 2204,
    a: 1230,
    d: 1276,
    e: 1220,
    f: 720,
    g: 1276,
    i: 562,
    l: 562,
    n: 1296,
    o: 1243,
  }).concat(Object.entries({ p: 1276, r: 874, s: 1067, t: 807, u: 1296 })),
)
const DIGIT = 1302

/** The text of a badge: the failures of the run, else the pending tests. Skipped tests do not count. */
export function badgeText(run: ShownRun | null): { text: string; colour: string } {
  if (run === null) return { text: 'no runs', colour: COLOURS.none }
  const { passed, pending } = run
  if (failingOf(run) > 0) return { text: failuresText(run), colour: COLOURS.bad }
  if (pending > 0) return { text: `${pending} pending`, colour: COLOURS.unfinished }
  return passed > 0 ? { text: '100% passed', colour: COLOURS.good } : { text: 'no tests', colour: COLOURS.none }
}

export function drawBadge(run: ShownRun | null): string {
  const { text, colour } = badgeText(run)
  const [left, right] = [boxWidth(LABEL), boxWidth(text)]
  const width = left + right
  const title = `${LABEL}: ${escape(text)}`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${title}">
<title>${title}</title>
<clipPath id="corners"><rect width="${width}" height="${HEIGHT}" rx="3"/></clipPath>
<g clip-path="url(#corners)"><rect width="${left}" height="${HEIGHT}" fill="${COLOURS.label}"/><rect x="${left}" width="${right}" height="${HEIGHT}" fill="${colour}"/></g>
<g fill="#fff" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="${FONT_SIZE}">${drawText(LABEL, PADDING)}${drawText(text, left + PADDING)}</g>
</svg>
`
}

const drawText = (text: string, x: number) =>
  `<text x="${x}" y="14" textLength="${textWidth(text)}">${escape(text)}</text>`

const escape = (text: string) => text.replaceAll('<', '&lt;')

const boxWidth = (text: string) => Math.ceil(textWidth(text) + 2 * PADDING)

/** In pixels, to a tenth. */
function textWidth(text: string): number {
  const units = Array.from(text).reduce((sum, character) => sum + (WIDTHS.get(character) ?? DIGIT), 0)
  return Math.round((units * FONT_SIZE * 10) / 2048) / 10
}
