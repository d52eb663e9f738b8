import { DomainError } from '#shared/errors.ts'
import { unguardCell } from '#shared/csv-safety.ts'
import type { ColumnMapping, MappedField } from '#shared/imports/import.ts'
import type { CaseStep } from '#shared/test-cases/test-case.ts'
import { parseSteps } from '#shared/test-cases/steps-cell.ts'
import { SUITE_SEPARATOR } from '#shared/test-suites/suite-separator.ts'
import { type Cell, valueOf } from './cell-values.ts'
import { toMarkdown } from './markup.ts'
import { stepsInCells, stepsToMarkdown } from './numbered.ts'
import { suitePaths } from './qase-suites.ts'
import { type CaseSink, type Column, type FoundCase, keep, newExtras } from './read-case.ts'
import { columnNames, columnsOf } from './table-columns.ts'
import { isSuiteColumn, type Origin, ORIGIN_COLUMNS, originOf } from './table-origins.ts'

type Pending = FoundCase & { steps: CaseStep[]; extras: Record<string, unknown> }

const COLUMNS_MAX = 1_000
const SAMPLES = { count: 3, length: 100 }

/** Read beside each other, with the suite and the ref. */
const APART = new Set<MappedField>(['suite', 'ref', 'steps', 'actions', 'expectations'])

/** The cells of a row by the names of their columns. */
type Row = { cells: Map<string, Cell>; of: (field: MappedField) => string }

/** Reads the rows of a table as cases. Rows without a name, or with the number of the row before, are further steps. */
export class TableReader {
  readonly columns: Column[]
  readonly #sink: CaseSink
  readonly #origin: Origin | null
  readonly #isGuarded: boolean
  readonly #suites = suitePaths()
  #pending: Pending | undefined

  constructor(header: readonly string[], mapping: ColumnMapping | undefined, sink: CaseSink) {
    if (header.length > COLUMNS_MAX)
      throw new DomainError('BAD_REQUEST', `A file may have at most ${COLUMNS_MAX.toLocaleString('en')} columns`)
    this.#sink = sink
    this.#isGuarded = header.includes("'suite")
    const names = columnNames(header.map((name) => name.replace(/^'(?=suite$)/, '')))
    this.#origin = originOf(names)
    this.columns = columnsOf(names, this.#origin ? ORIGIN_COLUMNS[this.#origin] : {}, mapping)
  }

  /** Without a column for the name of a case, rows are only sampled. */
  get isNamed(): boolean {
    return this.#has('name')
  }

  #has(field: MappedField): boolean {
    return this.columns.some((column) => column.field === field)
  }

  row(number: number, record: readonly Cell[]): void {
    const { columns } = this
    if (record.every(({ text }) => text.trim() === '')) return
    this.#sample(record)
    if (!this.isNamed) return
    if (record.length !== columns.length)
      return this.#sink.refuse(number, `it has ${counted(record.length)}, but the header has ${columns.length}`)
    const row = this.#rowOf(record)
    if (this.#origin === 'qase' && this.#suites.take((name) => row.cells.get(name)?.text ?? '')) return
    const steps = this.#stepsOf(row)
    if (this.#pending && this.#continues(row, steps)) {
      this.#pending.steps.push(...steps)
      return this.#addExtras(this.#pending.extras, row)
    }
    this.end()
    this.#pending = { ...this.#caseOf(number, row), steps }
  }

  end(): void {
    if (!this.#pending) return
    const { steps, ...found } = this.#pending
    this.#pending = undefined
    const hasSteps = this.#has('steps') || this.#has('actions')
    this.#sink.add(hasSteps ? { ...found, fields: { ...found.fields, steps } } : found)
  }

  #sample(record: readonly Cell[]): void {
    for (const [index, { samples }] of this.columns.entries()) {
      const text = record[index]?.text.trim().slice(0, SAMPLES.length)
      if (text && samples.length < SAMPLES.count && !samples.includes(text)) samples.push(text)
    }
  }

  /** Of several columns of a field, the first with a text counts. */
  #rowOf(record: readonly Cell[]): Row {
    const read = (cell: Cell) => (this.#isGuarded ? { ...cell, text: unguardCell(cell.text) } : cell)
    const cells = new Map(this.columns.map(({ name }, index) => [name, read(record[index] as Cell)]))
    const of = (field: MappedField) => {
      const texts = this.columns.flatMap((column) =>
        column.field === field ? (cells.get(column.name)?.text ?? '') : [],
      )
      return texts.find((text) => text.trim() !== '') ?? ''
    }
    return { cells, of }
  }

  #continues({ of }: Row, steps: CaseStep[]): boolean {
    if (!this.#has('actions')) return false
    const [name, ref] = [of('name').trim(), of('ref').trim()]
    const isFurther = this.#origin === 'unittcms' ? name === this.#pending?.fields['name'] : !name
    return (isFurther && steps.length > 0) || (ref !== '' && ref === this.#pending?.ref)
  }

  #stepsOf({ cells, of }: Row): CaseStep[] {
    if (this.#origin === 'own' && of('actions') === '' && of('expectations') === '')
      return of('steps').trim() === '' ? [] : parseSteps(of('steps'))
    const [actions, expectations, steps] = [of('actions'), of('expectations'), of('steps')].map(stepsToMarkdown)
    const more = toMarkdown(cells.get('Steps (Additional Info)')?.text ?? '')
    if (actions?.trim()) return stepsInCells([actions, more].filter(Boolean).join('\n\n'), expectations ?? '')
    const result = this.#resultOf(cells)
    if (result !== '') return [{ action: of('name'), expected: toMarkdown(result) }]
    if (this.#has('expectations')) return stepsInCells(steps ?? '', expectations ?? '')
    return steps?.trim() ? parseSteps(steps) : []
  }

  /** What a case of UnitTCMS without steps should show. */
  #resultOf(cells: Map<string, Cell>): string {
    if (this.#origin !== 'unittcms' || cells.get('step')?.text.trim()) return ''
    return cells.get('expectedResults')?.text.trim() ?? ''
  }

  #caseOf(row: number, { cells, of }: Row): Omit<Pending, 'steps'> {
    const fields: Record<string, unknown> = {}
    const extras = newExtras()
    for (const { name, field } of this.columns) {
      if (field === null || APART.has(field)) continue
      const cell = cells.get(name) as Cell
      const value = valueOf(field, cell, { origin: this.#origin, expectedValueType: of('expectedValueType') })
      const before = fields[field]
      if (Array.isArray(before) && Array.isArray(value)) fields[field] = [...before, ...value]
      else if (value === undefined || (before != null && value !== null)) keep(extras, name, cell.text)
      else fields[field] = before ?? value
    }
    this.#addExtras(extras, { cells, of })
    const ref = this.#refOf(of('ref').trim(), extras)
    const number = /^C?(\d+)$/i.exec(ref ?? '')?.[1]
    if (number && (this.#origin === 'qase' || this.#origin === 'testrail') && !fields['externalKey'])
      fields['externalKey'] = `${this.#origin}:${number}`
    return { row, suite: this.#suiteOf(of('suite'), cells), fields, ref, extras }
  }

  #addExtras(extras: Record<string, unknown>, { cells }: Row): void {
    for (const { name, field } of this.columns) {
      const text = cells.get(name)?.text ?? ''
      if (field !== null || isSuiteColumn(this.#origin, name) || name === 'Steps (Additional Info)') continue
      if (name === 'expectedResults' && this.#resultOf(cells) !== '') continue
      const known = this.#origin === 'own' && name === 'extras' ? objectIn(text) : undefined
      if (known) Object.assign(extras, known)
      else keep(extras, name, text)
    }
  }

  /** In a file of another tool, an id that is no number of a case is kept aside. */
  #refOf(given: string, extras: Record<string, unknown>): string | null {
    if (given === '' || this.#origin === 'own') return given || null
    const ref = given.replace(/^[A-Z]+-(?=\d+$)/, '')
    if (/^C?[1-9]\d{0,11}$/i.test(ref)) return ref
    keep(extras, this.columns.find(({ field }) => field === 'ref')?.name ?? 'ref', given)
    return null
  }

  #suiteOf(given: string, cells: Map<string, Cell>): string {
    if (this.#origin === 'qase') return this.#suites.pathOf(cells.get('suite_id')?.text ?? '') ?? given
    return this.#origin === 'testrail' ? given.split(/\s+>\s+/).join(SUITE_SEPARATOR) : given
  }
}

const counted = (cells: number) => `${cells} ${cells === 1 ? 'cell' : 'cells'}`

function objectIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
