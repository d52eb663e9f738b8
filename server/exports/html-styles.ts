import { STATUS_COLORS } from '#shared/status-colors.ts'

/** `--passed` for a bar, `--passed-text` for text, and so on. */
function variablesOf(scheme: keyof typeof STATUS_COLORS): string {
  return Object.entries(STATUS_COLORS[scheme])
    .map(([status, colors]) => [status, ...colors.split(' ')])
    .map(([status, mark, text]) => `--${status}: ${mark}; --${status}-text: ${text};`)
    .join(' ')
}

const LIGHT = variablesOf('light')

/** The styles of the HTML file. It loads nothing, follows the reader's light or dark theme, and prints every part. */
export const STYLES = `
:root { color-scheme: light dark; --text: #1c2230; --quiet: #525a6b; --page: #fff; --raised: #f5f6f8; --line: #d5d9e0; --link: #1d4ed8;
  ${LIGHT} }
@media (prefers-color-scheme: dark) { :root { --text: #e6e9ef; --quiet: #a9b1c0; --page: #14171d; --raised: #1d2129; --line: #363c48; --link: #8ab4ff;
  ${variablesOf('dark')} } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem 1rem 4rem; background: var(--page); color: var(--text);
  font: 0.9375rem/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 0.5rem; }
h2 { font-size: 1.125rem; margin: 2rem 0 0.5rem; }
h3 { display: inline; font-size: 1rem; margin: 0; }
p { margin: 0.25rem 0; }
a { color: var(--link); }
.quiet { color: var(--quiet); }
.verdict { font-size: 1.125rem; font-weight: 600; }
.bar { display: flex; gap: 2px; height: 0.75rem; margin: 0.75rem 0 0.5rem; border-radius: 4px; overflow: hidden; background: var(--raised); }
.bar span { min-width: 4px; }
.counts, .facts { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin: 0; padding: 0; list-style: none; }
.facts { margin-top: 0.75rem; }
.facts div { display: flex; gap: 0.4rem; }
.facts dt { flex: none; color: var(--quiet); }
.facts dd { margin: 0; }
.status { font-weight: 600; }
.status b { display: inline-block; width: 1.1em; text-align: center; }
.passed { color: var(--passed-text); } .failed { color: var(--failed-text); } .error { color: var(--error-text); }
.skipped { color: var(--skipped-text); } .pending { color: var(--pending-text); }
.bar .passed { background: var(--passed); } .bar .failed { background: var(--failed); } .bar .error { background: var(--error); }
.bar .skipped { background: var(--skipped); } .bar .pending { background: var(--pending); }
article { border: 1px solid var(--line); border-left: 4px solid var(--failed); border-radius: 6px; padding: 0.6rem 0.8rem; margin: 0.6rem 0;
  content-visibility: auto; contain-intrinsic-size: auto 7rem; }
article.failed, article.error { color: var(--text); } article.error { border-left-color: var(--error); }
pre { margin: 0.4rem 0; padding: 0.5rem 0.6rem; border-radius: 4px; background: var(--raised); white-space: pre-wrap;
  font: 0.8125rem/1.45 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
details > summary { cursor: pointer; padding: 0.35rem 0; min-height: 24px; }
.suite { border-top: 1px solid var(--line); }
.suite summary { display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: baseline; }
.suite summary::before { content: "▸"; width: 0.8em; }
.suite[open] > summary::before { content: "▾"; }
table { width: 100%; border-collapse: collapse; margin-bottom: 1rem; }
th, td { padding: 0.3rem 0.6rem 0.3rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); font-weight: 400; }
thead th { color: var(--quiet); font-size: 0.8125rem; }
th:first-child, td:first-child, td .status, .counts .status { white-space: nowrap; }
.number { text-align: right; white-space: nowrap; }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
@media (max-width: 40rem) { .wide { display: none; } }
@media print {
  :root { color-scheme: light; --text: #000; --quiet: #444; --page: #fff; --raised: #f2f2f2; --line: #bbb; --link: #000;
    ${LIGHT} }
  body { max-width: none; padding: 0; font-size: 9.5pt; }
  .bar, .bar span { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  details::details-content { content-visibility: visible; display: block; height: auto; }
  article { content-visibility: visible; break-inside: avoid; }
  tr, summary, h2 { break-inside: avoid; break-after: auto; }
  h2, summary { break-after: avoid; }
  thead { display: table-header-group; }
  .suite summary::before { content: none; }
  a[href]::after { content: " (" attr(href) ")"; }
}
`
