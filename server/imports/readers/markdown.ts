import { DomainError } from '#shared/errors.ts'
import { type MarkdownCase, parseCases } from '#shared/test-cases/case-markdown.ts'
import { slices } from '../../limits/give-way.ts'
import type { CaseSink } from './read-case.ts'

const LINES_MAX = 1_000_000

/** Reads `# Suite`, `## Case`, its properties, texts and numbered steps. */
export async function readMarkdown(text: string, sink: CaseSink): Promise<void> {
  refuseMoreLines(text)
  const step = slices()
  for (const found of parseCases(text)) {
    if (found) addCase(found, sink)
    await step()
  }
}

function addCase({ line, suite, fields }: MarkdownCase, sink: CaseSink): void {
  const { ref, extras, ...others } = fields
  const known = typeof extras === 'object' && extras !== null ? (extras as Record<string, unknown>) : {}
  sink.add({ row: line, suite, fields: others, ref: typeof ref === 'string' ? ref : null, extras: known })
}

function refuseMoreLines(text: string): void {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1))
    if ((lines += 1) > LINES_MAX)
      throw new DomainError('BAD_REQUEST', `A file may have at most ${LINES_MAX.toLocaleString('en')} lines`)
}
