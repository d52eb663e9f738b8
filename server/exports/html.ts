import { formatNumber } from '#shared/format.ts'
import { runName } from '#shared/test-runs/run-name.ts'
import { failingOf } from '#shared/test-runs/summary.ts'
import { countsBar, failureArticle, resultRow, statusOf, SUITE_END, suiteHead, verdictOf } from './html-parts.ts'
import { STYLES } from './html-styles.ts'
import { escapeHtml } from './markup.ts'
import { type RunExport, shownFacts } from './run-export.ts'

/** Suites of a larger run are folded; the failures are above them. */
const OPEN_MAX = 300

/** Whatever text the page contains, nothing runs, loads or sends. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

/** A self-contained page: the verdict, the counts, the failures with their messages, then all results by suite. */
export async function* htmlFile(source: RunExport): AsyncGenerator<string> {
  yield headOf(source)
  yield* failures(source)
  yield* suites(source)
  yield '</main>\n</body>\n</html>\n'
}

function headOf({ run, projectName, version }: RunExport): string {
  const name = escapeHtml(runName(run))
  const project = escapeHtml(projectName)
  const verdict = verdictOf(run)
  const facts = shownFacts(run).map(({ name: term, value }) => {
    const shown = value === run.buildUrl ? linkTo(value) : escapeHtml(value)
    return `<div><dt>${term}</dt><dd>${shown}</dd></div>`
  })
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="Assay ${escapeHtml(version)}">
<title>${name} · ${project}</title>
<style>${STYLES}</style>
</head>
<body>
<header>
<p class="quiet">${project}</p>
<h1>${name}</h1>
<p class="verdict">${statusOf(verdict.status, verdict.text)}</p>
${countsBar(run.summary)}<dl class="facts">${facts.join('')}</dl>
</header>
<main>
`
}

/** Only http and https: the address comes from users. */
function linkTo(address: string): string {
  const text = escapeHtml(address)
  return /^https?:\/\//i.test(address) ? `<a href="${text}" rel="noopener noreferrer">${text}</a>` : text
}

async function* failures(source: RunExport): AsyncGenerator<string> {
  const failing = failingOf(source.run.summary)
  if (failing === 0) return
  yield `<section><h2>Failures (${formatNumber(failing)})</h2>\n`
  for await (const chunk of source.failures()) yield chunk.map(failureArticle).join('')
  yield '</section>\n'
}

async function* suites({ suites: known, run, results }: RunExport): AsyncGenerator<string> {
  yield `<section><h2>Suites (${formatNumber(known.length)})</h2>\n`
  const byId = new Map(known.map((suite) => [suite.id, suite]))
  const isOpen = run.summary.total <= OPEN_MAX
  let current: string | undefined
  for await (const chunk of results()) {
    let text = ''
    for (const result of chunk) {
      const suite = byId.get(result.testCase.testSuite.id)
      if (suite && suite.id !== current) {
        text += (current === undefined ? '' : SUITE_END) + suiteHead(suite, isOpen)
        current = suite.id
      }
      text += resultRow(result)
    }
    yield text
  }
  yield `${current === undefined ? '' : SUITE_END}</section>\n`
}
