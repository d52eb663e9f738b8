import { z } from 'zod'
import { DomainError } from '#shared/errors.ts'
import { IMPORT_CASES_MAX, type ImportColumn, type ImportFormat, type RefusedRow } from '#shared/imports/import.ts'
import { expectationProblem } from '#shared/test-cases/expected-value.ts'
import { CreateTestCase } from '#shared/test-cases/test-case.ts'
import { CreateTestSuite } from '#shared/test-suites/test-suite.ts'

/** Without a prototype: a column may be called `constructor` or `__proto__`. */
export const newExtras = (): Record<string, unknown> => Object.create(null) as Record<string, unknown>

/** Further texts of a name follow the first one. */
export function keep(extras: Record<string, unknown>, name: string, text: string): void {
  if (text === '' || extras[name] === text) return
  extras[name] = name in extras ? `${String(extras[name])}\n${text}` : text
}

/** A case as a reader found it, before it is checked. */
export type FoundCase = {
  /** In a table, the row in a spreadsheet; elsewhere the position of the case. */
  row: number
  suite: string
  fields: Record<string, unknown>
  /** The number or ref that the file gives the case. */
  ref?: string | null | undefined
  extras?: Record<string, unknown>
}

export type ReadCase = { row: number; suite: string; claim: number | null; given: Given }
export type Given = Partial<z.infer<typeof Fields>>
export type Column = ImportColumn

/** What a file holds. */
export type ReadFile = {
  format: ImportFormat
  cases: ReadCase[]
  refused: RefusedRow[]
  kept: Map<string, number>
  pictures: number
  columns: Column[]
  /** Fields that a column must become first. */
  missing: 'name'[]
}

const lowerCase = (given: unknown) => (typeof given === 'string' ? given.trim().toLowerCase() : given)

const Fields = CreateTestCase.omit({ testSuiteId: true })
const Found = Fields.partial()
  .required({ name: true })
  .extend({
    expectedValueType: z.preprocess(lowerCase, Fields.shape.expectedValueType),
    priority: z.preprocess(lowerCase, Fields.shape.priority),
  })
const Suite = CreateTestSuite.shape.name
const NO_SUITE = 'Imported'
/** A case can have any number of problems. */
const MESSAGE_MAX = 500

/** Collects the cases of a file. A case that cannot be imported is refused by its row. */
export class CaseSink {
  readonly cases: ReadCase[] = []
  readonly refused: RefusedRow[] = []
  readonly kept = new Map<string, number>()
  pictures = 0

  add({ row, suite, fields, ref, extras: found = {} }: FoundCase): void {
    if (this.cases.length + this.refused.length >= IMPORT_CASES_MAX)
      throw new DomainError('BAD_REQUEST', `An import may have at most ${IMPORT_CASES_MAX.toLocaleString('en')} cases`)
    const extras = storable(found)
    for (const name of Object.keys(extras)) this.kept.set(name, (this.kept.get(name) ?? 0) + 1)
    const named = Suite.safeParse(suite.trim() || NO_SUITE)
    const hasExtras = Object.keys(extras).length > 0
    const read = Found.safeParse({ ...fields, ...(hasExtras && { extras }) })
    const messages = [named, read].flatMap(({ error }) => error?.issues.map(messageOf) ?? [])
    const claim = ref ? claimOf(ref) : null
    if (claim === undefined) messages.push(`${String(ref).slice(0, 50)} is no number of a case, such as C12`)
    const problem = read.data && problemOf(read.data)
    if (problem) messages.push(problem.message)
    if (messages.length > 0) return this.refuse(row, messages.join('; '))
    const given = read.data as Given
    this.cases.push({ row, suite: named.data as string, claim: claim ?? null, given })
    this.pictures += picturesIn(given)
  }

  refuse(row: number, message: string): void {
    this.refused.push({ row, message: message.slice(0, MESSAGE_MAX) })
  }
}

/** No JSON that is read here keeps a field `__proto__`. It is named as a second column of a name would be. */
const storable = (extras: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(extras).map(([name, value]) => [name === '__proto__' ? '__proto__ (2)' : name, value]),
  )

/** Whether a value fits is known only with its type, which a known case may have. */
function problemOf({ type = 'manual', expectedValueType, expectedValue, steps }: Given) {
  if (!expectedValueType) return null
  return expectationProblem({ type, expectedValueType, expectedValue: expectedValue ?? null, steps: steps ?? [] })
}

/** Markdown shows them by their addresses. */
function picturesIn({ description, preconditions, steps }: Given): number {
  const texts = [description, preconditions, ...(steps ?? []).flatMap(({ action, expected }) => [action, expected])]
  return texts.reduce((count, text) => count + (text?.match(/!\[[^\]]*\]\([^)]/g)?.length ?? 0), 0)
}

function messageOf({ path, message }: { path: PropertyKey[]; message: string }): string {
  return path[0] === 'steps' && typeof path[1] === 'number' ? `step ${path[1] + 1}: ${message}` : message
}

/** Undefined for a text that is no number of a case. */
function claimOf(ref: string): number | undefined {
  const match = /^[Cc]?([1-9]\d{0,11})$/.exec(ref.trim())
  return match ? Number(match[1]) : undefined
}
