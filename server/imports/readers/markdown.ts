import { parseSteps } from '#shared/test-cases/steps-cell.ts'
import type { CaseSink } from './read-case.ts'

/** Reads `# Suite`, `## Case`, its description and its numbered steps. A `=>` begins an expectation. */
export function readMarkdown(text: string, sink: CaseSink): void {
  let suite = ''
  let found: { row: number; name: string; lines: string[] } | undefined
  const end = () => {
    if (found) sink.add({ row: found.row, suite, fields: fieldsOf(found.name, found.lines), ref: null })
    found = undefined
  }
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const heading = /^(#{1,2})\s+(.*?)\s*#*$/.exec(line)
    if (!heading) {
      found?.lines.push(line)
      continue
    }
    end()
    if (heading[1] === '#') suite = heading[2] ?? ''
    else found = { row: index + 1, name: heading[2] ?? '', lines: [] }
  }
  end()
}

function fieldsOf(name: string, lines: string[]): Record<string, unknown> {
  const first = lines.findIndex((line) => /^1[.)]\s/.test(line))
  const [texts, steps] = first < 0 ? [lines, []] : [lines.slice(0, first), lines.slice(first)]
  const description = texts.join('\n').trim()
  return { name, description: description || null, steps: steps.length > 0 ? parseSteps(steps.join('\n')) : [] }
}
