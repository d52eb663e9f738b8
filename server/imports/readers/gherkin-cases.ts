import { AstBuilder, GherkinClassicTokenMatcher, Parser } from '@cucumber/gherkin'
import {
  type Background,
  type Examples,
  type FeatureChild,
  IdGenerator,
  type RuleChild,
  type Scenario,
  type Step,
  type TableRow,
  type Tag,
} from '@cucumber/messages'
import type { CaseStep } from '#shared/test-cases/test-case.ts'
import { SUITE_SEPARATOR } from '#shared/test-suites/suite-separator.ts'
import type { FoundCase } from './read-case.ts'

const KEY_MAX = 255
const REF = /^@C\d+$/i

/** The scenarios of a feature file. `row` is their line. Throws an Error that names the line of a mistake. */
export function casesOfFeature(path: string, text: string): FoundCase[] {
  const parser = new Parser(new AstBuilder(IdGenerator.incrementing()), new GherkinClassicTokenMatcher())
  const { feature } = parser.parse(text)
  if (!feature) return []
  const title = feature.name || path.replace(/^.*\//, '').replace(/\.feature$/, '')
  return casesIn({ path: path || title, suites: [title], tags: feature.tags, given: [] }, feature.children)
}

type Place = { path: string; suites: string[]; tags: readonly Tag[]; given: string[] }

function casesIn(place: Place, children: readonly (FeatureChild | RuleChild)[]): FoundCase[] {
  const given = [...place.given]
  return children.flatMap((child) => {
    if (child.background) given.push(...linesOf(child.background))
    if (child.scenario) return caseOf({ ...place, given }, child.scenario)
    const rule = 'rule' in child ? child.rule : undefined
    if (!rule) return []
    const suites = [...place.suites, rule.name].filter(Boolean)
    return casesIn({ ...place, suites, given, tags: [...place.tags, ...rule.tags] }, rule.children)
  })
}

const linesOf = ({ steps }: Background) => steps.map((step) => `- ${textOf(step)}`)

function caseOf({ path, suites, tags, given }: Place, scenario: Scenario): FoundCase {
  const own = scenario.tags.find(({ name }) => REF.test(name))
  const others = [...tags, ...scenario.tags].map(({ name }) => name).filter((name) => !REF.test(name))
  const key = `${path}:${scenario.name}`
  const { preconditions, steps } = partsOf(scenario.steps)
  const texts = [dedented(scenario.description), ...scenario.examples.map(examplesText)].filter((text) => text !== '')
  const fields = {
    name: scenario.name,
    type: 'auto',
    description: texts.join('\n\n') || null,
    preconditions: [...given, ...preconditions].join('\n') || null,
    steps,
    tags: others.map((name) => name.slice(1)),
    ...(!own && key.length <= KEY_MAX && { automationKey: key }),
  }
  return {
    row: scenario.location.line,
    suite: suites.join(SUITE_SEPARATOR),
    fields,
    ref: own ? own.name.slice(1) : null,
  }
}

/** Others, such as And, continue the kind before them. */
const KINDS = new Set(['Context', 'Action', 'Outcome'])

/** Givens before the first action are preconditions. An action begins a step, outcomes are what it should show. */
function partsOf(steps: readonly Step[]): { preconditions: string[]; steps: CaseStep[] } {
  const preconditions: string[] = []
  const found: CaseStep[] = []
  let kind = 'Context'
  for (const step of steps) {
    const keyword: string = step.keywordType ?? ''
    if (KINDS.has(keyword)) kind = keyword
    const text = textOf(step)
    if (kind === 'Context' && found.length === 0) preconditions.push(`- ${text}`)
    else if (kind !== 'Outcome') found.push({ action: text, expected: '' })
    else addExpectation(found, text)
  }
  return { preconditions, steps: found }
}

function addExpectation(steps: CaseStep[], text: string): void {
  const last = steps.at(-1)
  if (last) last.expected = last.expected === '' ? text : `${last.expected}\n${text}`
  else steps.push({ action: '—', expected: text })
}

/** A step with its table or text. */
function textOf({ text, docString, dataTable }: Step): string {
  if (dataTable) return `${text}\n\n${tableText(dataTable.rows)}`
  if (docString) return `${text}\n\n\`\`\`${docString.mediaType ?? ''}\n${docString.content}\n\`\`\``
  return text
}

function examplesText({ name, keyword, tableHeader, tableBody }: Examples): string {
  if (!tableHeader) return ''
  return `**${[keyword, name].filter(Boolean).join(': ')}**\n\n${tableText([tableHeader, ...tableBody])}`
}

/** A table of Markdown. Its first row is the header. */
function tableText(rows: readonly TableRow[]): string {
  const lines = rows.map(({ cells }) => `| ${cells.map(({ value }) => cellText(value)).join(' | ')} |`)
  const rule = `|${' --- |'.repeat(rows[0]?.cells.length ?? 0)}`
  return [lines[0], rule, ...lines.slice(1)].join('\n')
}

const cellText = (value: string) => value.replaceAll('|', String.raw`\|`).replaceAll('\n', '<br>')

function dedented(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim()
}
