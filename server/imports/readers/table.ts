import type { ColumnMapping, MappedField } from '#shared/imports/import.ts'
import { unguardCell } from '#shared/csv-safety.ts'
import { parseList } from '#shared/test-cases/list-cell.ts'
import { parseSteps } from '#shared/test-cases/steps-cell.ts'
import type { CaseStep } from '#shared/test-cases/test-case.ts'
import { toMarkdown } from './markup.ts'
import { stepsInCells } from './numbered.ts'
import { isAutomated, isPriority, priorityOf } from './priorities.ts'
import { suitePaths } from './qase-suites.ts'
import type { CaseSink, Column, FoundCase } from './read-case.ts'
import { columnsOf } from './table-columns.ts'

export type Cell = { text: string; isQuoted: boolean }

type Origin = 'testrail' | 'qase' | null
type Pending = FoundCase & { steps: CaseStep[] }

/** Reads the rows of a table as cases. Rows without a name, or with the number of the row before, are further steps. */
export class TableReader {
  readonly columns: Column[]
  readonly #sink: CaseSink
  readonly #origin: Origin
  readonly #isGuarded: boolean
  readonly #isOwn: boolean
  readonly #suites = suitePaths()
  #pending: Pending | undefined

  constructor(header: readonly string[], mapping: ColumnMapping | undefined, sink: CaseSink) {
    this.#sink = sink
    this.#isGuarded = header.some((name) => name.replace('\u{feff}', '') === "'suite")
    this.#origin = originOf(header)
    const names = header.map((name) => name.replace(/^'(?=suite$)/, ''))
    this.columns = columnsOf(names, { ...(this.#origin === 'qase' ? QASE : {}), ...mapping })
    this.#isOwn = this.#has('suite') && this.#has('name') && this.#has('steps') && !this.#has('expectations')
  }

  #has(field: MappedField): boolean {
    return this.columns.some((column) => column.field === field)
  }

  row(number: number, record: readonly Cell[]): void {
    const { columns } = this
    if (record.every(({ text }) => text.trim() === '')) return
    if (record.length !== columns.length)
      return this.#sink.refuse(number, `it has ${record.length} cells, but the header has ${columns.length}`)
    const cells = new Map<string, Cell>()
    columns.forEach(({ name }, index) => cells.set(name, this.#read(record[index] as Cell)))
    if (this.#origin === 'qase' && this.#suites.take((name) => cells.get(name)?.text ?? '')) return
    const of = (field: MappedField) => cells.get(columns.find((column) => column.field === field)?.name ?? '')
    const steps = this.#stepsOf(of)
    if (this.#pending && this.#continues(of) && steps.length > 0) return void this.#pending.steps.push(...steps)
    this.end()
    this.#pending = { ...this.#caseOf(number, of, cells), steps }
  }

  end(): void {
    if (!this.#pending) return
    const { steps, ...found } = this.#pending
    this.#pending = undefined
    const hasSteps = this.#has('steps') || this.#has('actions')
    this.#sink.add(hasSteps ? { ...found, fields: { ...found.fields, steps } } : found)
  }

  #read(cell: Cell): Cell {
    return this.#isGuarded ? { ...cell, text: unguardCell(cell.text) } : cell
  }

  #continues(of: (field: MappedField) => Cell | undefined): boolean {
    if (!this.#has('actions')) return false
    const [name, ref] = [of('name')?.text.trim(), of('ref')?.text.trim()]
    return !name || (Boolean(ref) && ref === this.#pending?.ref)
  }

  #stepsOf(of: (field: MappedField) => Cell | undefined): CaseStep[] {
    const [actions, expectations, steps] = [of('actions'), of('expectations'), of('steps')].map((cell) =>
      toMarkdown(cell?.text ?? ''),
    ) as [string, string, string]
    if (actions.trim() !== '') return stepsInCells(actions, expectations)
    if (this.#has('expectations')) return stepsInCells(steps, expectations)
    return steps.trim() === '' ? [] : parseSteps(steps)
  }

  #caseOf(row: number, of: (field: MappedField) => Cell | undefined, cells: Map<string, Cell>): FoundCase {
    const fields: Record<string, unknown> = {}
    const extras: Record<string, unknown> = {}
    for (const { name, field } of this.columns) {
      const cell = cells.get(name) as Cell
      if (field === null || LEFT.has(field)) {
        if (field === null && cell.text !== '' && !this.#isSuiteColumn(name)) extras[name] = cell.text
        continue
      }
      const value = this.#valueOf(field, cell, of)
      if (value === undefined && cell.text.trim() !== '') extras[name] = cell.text
      else if (value !== undefined) fields[field] = value
    }
    const ref =
      of('ref')
        ?.text.trim()
        .replace(/^[A-Z]+-(?=\d+$)/, '') || null
    const number = /^[Cc]?(\d+)$/.exec(ref ?? '')?.[1]
    if (this.#origin && number && !fields['externalKey']) fields['externalKey'] = `${this.#origin}:${number}`
    return { row, suite: this.#suiteOf(of, cells), fields, ref, extras }
  }

  #isSuiteColumn(name: string): boolean {
    return this.#origin === 'qase' && name.startsWith('suite_')
  }

  #suiteOf(of: (field: MappedField) => Cell | undefined, cells: Map<string, Cell>): string {
    const given = of('suite')?.text ?? ''
    if (this.#origin === 'qase') return this.#suites.pathOf(cells.get('suite_id')?.text ?? '') ?? given
    return this.#origin === 'testrail' ? given.split(/\s+>\s+/).join(' › ') : given
  }

  /** Undefined for a value that the field cannot have. */
  #valueOf(field: MappedField, { text, isQuoted }: Cell, of: (field: MappedField) => Cell | undefined): unknown {
    if (field === 'tags' || field === 'references') return text === '' ? null : parseList(text)
    if (field === 'type') return typeOf(text, this.#isOwn)
    if (field === 'priority') {
      const priority = priorityOf(text)
      return this.#isOwn || priority === null || isPriority(priority) ? priority : undefined
    }
    if (field === 'expectedValue' || field === 'expectedValueType') {
      const isText = of('expectedValueType')?.text.trim().toLowerCase() === 'string'
      return text === '' && !(field === 'expectedValue' && isQuoted && isText) ? null : text
    }
    return text === '' ? null : this.#origin ? toMarkdown(text) : text
  }
}

const LEFT = new Set<MappedField>(['suite', 'ref', 'steps', 'actions', 'expectations'])

function typeOf(text: string, isOwn: boolean): string | undefined {
  if (isAutomated(text)) return 'auto'
  if (/^(manual|is-not-automated|to-be-automated)$/i.test(text.trim())) return 'manual'
  return isOwn && text.trim() !== '' ? text : undefined
}

const QASE: ColumnMapping = { automation: 'type', type: null, steps_actions: 'actions', steps_result: 'expectations' }

function originOf(header: readonly string[]): Origin {
  const has = (name: string) => header.includes(name)
  if (has('steps_actions') || has('v2.id')) return 'qase'
  return has('Title') && (has('Section') || has('Section Hierarchy')) ? 'testrail' : null
}
