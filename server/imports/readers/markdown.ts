import { parseCases } from '#shared/test-cases/case-markdown.ts'
import { slices } from '../../limits/give-way.ts'
import type { CaseSink } from './read-case.ts'

/** Reads `# Suite`, `## Case`, its properties, texts and numbered steps. */
export async function readMarkdown(text: string, sink: CaseSink): Promise<void> {
  const step = slices()
  for (const { line, suite, fields } of parseCases(text)) {
    const { ref, extras, ...others } = fields
    const known = typeof extras === 'object' && extras !== null ? (extras as Record<string, unknown>) : {}
    sink.add({ row: line, suite, fields: others, ref: typeof ref === 'string' ? ref : null, extras: known })
    await step()
  }
}
