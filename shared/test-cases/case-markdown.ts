import type { CaseRecord } from './case-record.ts'
import { formatList, parseList } from './list-cell.ts'
import { hasOpenFence, linesInCode } from './markdown-fences.ts'
import { formatSteps, parseSteps } from './steps-cell.ts'

/*
 * Cases in Markdown, as people write them and exports do:
 *
 *   # Suite
 *   ## Pays by card
 *   - ref: C12
 *   - priority: high
 *
 *   What it is about
 *   ### Preconditions
 *   Signed in
 *   ### Steps
 *   1. Add
 *   => The cart shows 1
 *
 * All but the headings of suite and case may be missing. Without `### Steps`, they begin at the first line with `1.`. A
 * line that would be read as a heading starts with a backslash. What lines cannot hold is written as JSON.
 */

/** The fields of a case as they are found; `line` is that of its heading, from 1. */
export type MarkdownCase = { line: number; suite: string; fields: Record<string, unknown> }

const HEADING = /^(#{1,2})[ \t]+(.*)$/s
const SECTION = /^###[ \t]+(preconditions|steps)[ \t]*$/i
const MISREAD = String.raw`(?:#{1,2}[ \t]|###[ \t]+(?:preconditions|steps)[ \t]*$)`
const TO_GUARD = new RegExp(String.raw`^\\*${MISREAD}`, 'i')
const GUARDED = new RegExp(String.raw`^\\+${MISREAD}`, 'i')
const PROPERTY = /^[-*][ \t]+(\w+):(.*)$/s
const FIRST_STEP = /^1[.)]\s/

const TEXTS = ['ref', 'type', 'priority', 'automationKey', 'expectedValueType', 'expectedValue', 'externalKey'] as const
const LISTS = ['tags', 'references'] as const
/** Written as JSON if their lines would be read otherwise. */
const BLOCKS = ['description', 'preconditions', 'steps'] as const
const PROPERTIES = new Set<string>([...TEXTS, ...LISTS, ...BLOCKS, 'extras'])

export const formatSuite = (name: string) => `# ${headingOf(name)}\n`

export function formatCase(record: CaseRecord): string {
  const { description, preconditions, steps } = record
  const asJson = BLOCKS.filter((field) => !fitsLines(field === 'steps' ? formatSteps(steps) : (record[field] ?? '')))
  const isPlain = (field: (typeof BLOCKS)[number]) => !asJson.includes(field)
  const texts = { description: isPlain('description') ? (description ?? '') : '', steps: isPlain('steps') ? steps : [] }
  const needsSteps = texts.steps.length > 0 || texts.description.split('\n').some((line) => FIRST_STEP.test(line))
  return [
    `## ${headingOf(record.name)}`,
    '',
    ...propertiesOf(record),
    ...asJson.map((field) => `- ${field}: ${JSON.stringify(record[field])}`),
    '',
    ...block(texts.description),
    ...(preconditions && isPlain('preconditions') ? ['### Preconditions', '', ...block(preconditions)] : []),
    ...(needsSteps ? ['### Steps', '', ...block(formatSteps(texts.steps))] : []),
  ].join('\n')
}

/** The cases of a document, in order. */
export function* parseCases(text: string): Generator<MarkdownCase> {
  const lines = text.split(/\r?\n/)
  const isInCode = linesInCode(lines)
  let suite = ''
  let found: { line: number; name: string; from: number } | undefined
  const endAt = (to: number): MarkdownCase[] => {
    if (!found) return []
    const fields = { name: found.name, ...fieldsOf(lines.slice(found.from, to), isInCode.subarray(found.from, to)) }
    return [{ line: found.line, suite, fields }]
  }
  for (const [index, line] of lines.entries()) {
    const [, mark, title = ''] = (!isInCode[index] && HEADING.exec(line)) || []
    if (!mark) continue
    yield* endAt(index)
    found = mark === '##' ? { line: index + 1, name: titleOf(title), from: index + 1 } : undefined
    if (mark === '#') suite = titleOf(title)
  }
  yield* endAt(lines.length)
}

function fieldsOf(lines: readonly string[], isInCode: Uint8Array): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  let at = lines.findIndex((line) => line.trim() !== '')
  for (; at >= 0 && at < lines.length; at += 1) {
    const [, name = '', value = ''] = PROPERTY.exec(lines[at] as string) ?? []
    if (!PROPERTIES.has(name)) break
    fields[name] = valueOf(name, value.trim())
  }
  const rest = partsOf(lines, isInCode, Math.max(at, 0))
  const texts = Object.entries(rest).map(([name, part]) => [name, part.join('\n').trim()] as const)
  for (const [name, part] of texts) if (part !== '') fields[name] = name === 'steps' ? parseSteps(part) : part
  return { description: null, steps: [], ...fields }
}

type Parts = { description: string[]; preconditions: string[]; steps: string[] }

function partsOf(lines: readonly string[], isInCode: Uint8Array, from: number): Parts {
  const parts: Parts = { description: [], preconditions: [], steps: [] }
  const hasSteps = lines.some((line, index) => !isInCode[index] && SECTION.exec(line)?.[1]?.toLowerCase() === 'steps')
  let part: keyof Parts = 'description'
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] as string
    if (isInCode[at]) {
      parts[part].push(line)
      continue
    }
    const section = SECTION.exec(line)?.[1]?.toLowerCase() as keyof Parts | undefined
    if (section) part = section
    else {
      if (!hasSteps && part === 'description' && FIRST_STEP.test(line)) part = 'steps'
      parts[part].push(GUARDED.test(line) ? line.slice(1) : line)
    }
  }
  return parts
}

function valueOf(name: string, text: string): unknown {
  const isText = TEXTS.includes(name as never)
  const json = isText ? text.startsWith('"') : LISTS.includes(name as never) ? text.startsWith('[') : true
  const value = json ? parsed(text) : undefined
  if (value !== undefined) return value
  return LISTS.includes(name as never) ? parseList(text) : text
}

function propertiesOf(record: CaseRecord): string[] {
  const texts = TEXTS.map((field) => [field, plainText(record[field])] as const)
  const lists = LISTS.map((field) => [field, plainList(record[field])] as const)
  const extras = Object.keys(record.extras).length > 0 ? JSON.stringify(record.extras) : null
  return [...texts, ...lists, ['extras', extras] as const].flatMap(([name, value]) =>
    value === null ? [] : [`- ${name}: ${value}`],
  )
}

function plainText(text: string | null): string | null {
  if (text === null) return null
  const isPlain = text !== '' && text === text.trim() && !/^"|[\r\n]/.test(text)
  return isPlain ? text : JSON.stringify(text)
}

function plainList(words: readonly string[]): string | null {
  if (words.length === 0) return null
  const list = formatList(words)
  return /^\[|[\r\n]/.test(list) ? JSON.stringify(words) : list
}

const headingOf = (title: string) => (/^"|[\r\n]|(^|\s)#+$/.test(title) ? JSON.stringify(title) : title)

/** Without the closing signs that Markdown allows. */
function titleOf(given: string): string {
  const title = given.replace(/(^|[ \t])#+[ \t]*$/, '').trim()
  const value = title.startsWith('"') ? parsed(title) : undefined
  return typeof value === 'string' ? value : title
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const fitsLines = (text: string) => !text.includes('\r') && !hasOpenFence(text)

/** The lines of a text, and an empty one. */
function block(text: string): string[] {
  if (text === '') return []
  const lines = text.split('\n')
  const isInCode = linesInCode(lines)
  return [...lines.map((line, index) => (!isInCode[index] && TO_GUARD.test(line) ? `\\${line}` : line)), '']
}
