import { type MarkdownCase, parseCases } from '#shared/test-cases/case-markdown.ts'
import type { CaseSink } from './read-case.ts'

/** Reads `# Suite`, `## Case`, its properties, texts and numbered steps. */
export function readMarkdown(text: string, sink: CaseSink): void {
  for (const found of parseCases(text)) addCase(found, sink)
}

function addCase({ line, suite, fields }: MarkdownCase, sink: CaseSink): void {
  const { ref, extras, ...others } = fields
  const known = typeof extras === 'object' && extras !== null ? (extras as Record<string, unknown>) : {}
  sink.add({ row: line, suite, fields: others, ref: typeof ref === 'string' ? ref : null, extras: known })
}
