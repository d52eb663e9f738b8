import type { CaseStep } from '#shared/test-cases/test-case.ts'
import { SUITE_SEPARATOR } from '#shared/test-suites/suite-separator.ts'
import { toMarkdown } from './markup.ts'
import { stepsInCells, stepsToMarkdown } from './numbered.ts'
import { isAutomated, isPriority, priorityOf } from './priorities.ts'
import type { CaseSink } from './read-case.ts'
import { childOf, readXml, textOf, type XmlNode } from './xml-cases.ts'

/** Reads the XML that TestRail exports: `suite > sections > section(name, cases > case, sections)`. */
export function readTestRailXml(bytes: Buffer, sink: CaseSink): void {
  let row = 0
  readXml(bytes, (node, above) => {
    if (node.name === 'section') return true
    if (node.name !== 'case' || above.at(-1)?.name !== 'cases') return false
    row += 1
    addCase(row, node, suiteOf(above), sink)
    return true
  })
}

const suiteOf = (above: readonly XmlNode[]) =>
  above
    .filter(({ name }) => name === 'section')
    .flatMap((section) => textOf(section, 'name') || [])
    .join(SUITE_SEPARATOR)

function addCase(row: number, node: XmlNode, suite: string, sink: CaseSink): void {
  const extras: Record<string, unknown> = {}
  const id = textOf(node, 'id')
  const custom = childOf(node, 'custom')
  const [type, priority] = [textOf(node, 'type'), priorityOf(textOf(node, 'priority'))]
  const references = textOf(node, 'references')
  const keep = (name: string, text: string) => {
    if (text !== '') extras[name] = text
  }
  keep('template', textOf(node, 'template'))
  keep('estimate', textOf(node, 'estimate'))
  if (!isAutomated(type)) keep('type', type)
  if (!isPriority(priority)) keep('priority', textOf(node, 'priority'))
  for (const child of custom?.children ?? []) if (!KNOWN.has(child.name)) keep(`custom_${child.name}`, valueOf(child))
  const description = [textOf(custom, 'mission'), textOf(custom, 'goals')].filter(Boolean).join('\n\n')
  const number = id.replace(/^[A-Za-z]+/, '')
  const fields = {
    name: textOf(node, 'title'),
    ...(isAutomated(type) && { type: 'auto' }),
    ...(isPriority(priority) && { priority }),
    ...(custom && { preconditions: toMarkdown(textOf(custom, 'preconds')) || null, steps: stepsOf(custom) }),
    ...(description !== '' && { description: toMarkdown(description) }),
    ...(references !== '' && { references: references.split(/\s*,\s*|\s+/).filter(Boolean) }),
    ...(number !== '' && { externalKey: `testrail:${number}` }),
    ...(textOf(custom, 'automation_id') && { automationKey: textOf(custom, 'automation_id') }),
  }
  sink.add({ row, suite, fields, ref: number || null, extras })
}

const KNOWN = new Set(['preconds', 'steps', 'expected', 'steps_separated', 'mission', 'goals', 'automation_id'])

/** A custom field is a text, a chosen value with its id, or several of them. */
function valueOf(node: XmlNode): string {
  if (childOf(node, 'value')) return textOf(node, 'value')
  const text = node.text.trim()
  return text === '' ? node.children.map(valueOf).filter(Boolean).join('\n') : toMarkdown(text)
}

function stepsOf(custom: XmlNode): CaseStep[] {
  const separated = childOf(custom, 'steps_separated')?.children.filter(({ name }) => name === 'step') ?? []
  if (separated.length === 0)
    return stepsInCells(stepsToMarkdown(textOf(custom, 'steps')), stepsToMarkdown(textOf(custom, 'expected')))
  return separated.map((step) => {
    const more = textOf(step, 'additional_info')
    const action = [toMarkdown(textOf(step, 'content')), toMarkdown(more)].filter(Boolean).join('\n\n')
    return { action: action || '—', expected: toMarkdown(textOf(step, 'expected')) }
  })
}
