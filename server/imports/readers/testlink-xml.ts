import { isReference, REFERENCES_MAX } from '#shared/references.ts'
import { SUITE_SEPARATOR } from '#shared/test-suites/suite-separator.ts'
import { type CaseSink, keep, newExtras } from './read-case.ts'
import { toMarkdown } from './markup.ts'
import { childOf, readXml, textOf, type XmlNode } from './xml-cases.ts'

const PRIORITY = new Map([
  ['3', 'high'],
  ['2', 'medium'],
  ['1', 'low'],
])

/** Reads the XML that TestLink exports: `testsuite > testcase`, with HTML in its texts. */
export function readTestLinkXml(bytes: Buffer, sink: CaseSink): void {
  let row = 0
  readXml(bytes, (node, above) => {
    if (node.name === 'testsuite') return true
    if (node.name !== 'testcase') return false
    row += 1
    addCase(row, node, suiteOf(above), sink)
    return true
  })
}

const suiteOf = (above: readonly XmlNode[]) =>
  above
    .filter(({ name }) => name === 'testsuite')
    .flatMap(({ attributes }) => attributes['name']?.trim() || [])
    .join(SUITE_SEPARATOR)

function addCase(row: number, node: XmlNode, suite: string, sink: CaseSink): void {
  const extras = newExtras()
  for (const { name, text } of node.children) if (!KNOWN.has(name)) keep(extras, name, text.trim())
  for (const field of childOf(node, 'custom_fields')?.children ?? [])
    keep(extras, textOf(field, 'name') || 'custom_field', textOf(field, 'value'))
  const references: string[] = []
  for (const requirement of childOf(node, 'requirements')?.children ?? []) {
    const id = textOf(requirement, 'doc_id')
    if (isReference(id) && references.length < REFERENCES_MAX) references.push(id)
    else keep(extras, 'requirements', id)
  }
  const id = node.attributes['internalid']
  const steps = childOf(node, 'steps')?.children.filter(({ name }) => name === 'step') ?? []
  const keywords = childOf(node, 'keywords')?.children.flatMap(({ attributes }) => attributes['name'] ?? []) ?? []
  /** An export may leave out the keywords of all cases, for one. */
  const has = (name: string) => childOf(node, name) !== undefined
  const fields = {
    name: node.attributes['name'] ?? '',
    ...(has('execution_type') && { type: textOf(node, 'execution_type') === '2' ? 'auto' : 'manual' }),
    ...(has('summary') && { description: toMarkdown(textOf(node, 'summary')) || null }),
    ...(has('preconditions') && { preconditions: toMarkdown(textOf(node, 'preconditions')) || null }),
    ...(has('importance') && { priority: PRIORITY.get(textOf(node, 'importance')) ?? null }),
    ...(has('keywords') && { tags: keywords }),
    ...(references.length > 0 && { references }),
    steps: steps.map((step) => ({
      action: toMarkdown(textOf(step, 'actions')) || '—',
      expected: toMarkdown(textOf(step, 'expectedresults')),
    })),
    ...(id && { externalKey: `testlink:${id}` }),
  }
  sink.add({ row, suite, fields, ref: null, extras })
}

const KNOWN = new Set(['summary', 'preconditions', 'execution_type', 'importance', 'keywords', 'steps'])
