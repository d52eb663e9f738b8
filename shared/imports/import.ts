import { z } from 'zod'
import { Count, Id, id, optionalName, optionalQueryFlag, Timestamp } from '../fields.ts'
import { PageInput } from '../page.ts'
import { Person } from '../users/user.ts'

export const IMPORT_MAX_MB = 20
export const IMPORT_CASES_MAX = 20_000

export const IMPORT_FORMATS = ['csv', 'xlsx', 'json', 'markdown', 'testrail-xml', 'testlink-xml', 'gherkin'] as const
export const ImportFormat = z.enum(IMPORT_FORMATS, { error: `format must be one of ${IMPORT_FORMATS.join(', ')}` })
export type ImportFormat = z.infer<typeof ImportFormat>

/** What a column of a table can become. */
export const MAPPED_FIELDS = [
  'suite',
  'name',
  'type',
  'expectedValueType',
  'expectedValue',
  'description',
  'automationKey',
  'preconditions',
  'ref',
  'steps',
  'priority',
  'tags',
  'references',
  'externalKey',
  'actions',
  'expectations',
] as const
export type MappedField = (typeof MAPPED_FIELDS)[number]

/** `null` keeps a column aside. */
export const ColumnMapping = z.record(z.string(), z.enum(MAPPED_FIELDS).nullable(), {
  error: 'mapping must be JSON, such as {"Titel":"name","Owner":null}',
})
export type ColumnMapping = z.infer<typeof ColumnMapping>

const readMapping = (given: unknown) => {
  try {
    return typeof given === 'string' ? JSON.parse(given) : given
  } catch {
    return given
  }
}

export const ImportCases = z.object({
  id: id('id'),
  name: optionalName('name'),
  format: ImportFormat.optional(),
  dryRun: optionalQueryFlag('dryRun'),
  skipRefused: optionalQueryFlag('skipRefused'),
  ignoreRefs: optionalQueryFlag('ignoreRefs'),
  mapping: z
    .preprocess(
      readMapping,
      ColumnMapping.refine((mapping) => Object.keys(mapping).length <= 500, 'mapping has too many columns').optional(),
    )
    .optional(),
})
export type ImportCases = z.infer<typeof ImportCases>

export const RefusedRow = z
  .object({ row: Count.meta({ description: 'The row or line of the file, else the position' }), message: z.string() })
  .meta({ id: 'RefusedRow' })
export type RefusedRow = z.infer<typeof RefusedRow>

const KeptField = z
  .object({ name: z.string(), count: Count.meta({ description: 'How many cases have it' }) })
  .meta({ id: 'KeptField' })

/** How many refused rows, notes and changes an answer lists at most. The counts are exact. */
export const IMPORT_LISTED_MAX = 1_000

const notes = {
  created: Count.meta({ description: 'How many cases are new' }),
  updated: Count.meta({ description: 'How many cases change' }),
  unchanged: Count.meta({ description: 'How many cases stay as they are' }),
  suitesCreated: Count.meta({ description: 'How many suites are new' }),
  refused: RefusedRow.array().meta({
    description: 'What is not imported, by row or position in the file; at most 1,000',
  }),
  refusedCount: Count.meta({ description: 'How many rows are refused in all' }),
  notes: RefusedRow.array().meta({ description: 'What is imported otherwise than written; at most 1,000' }),
  kept: KeptField.array().meta({ description: 'Fields without a place here, which cases keep in `extras`' }),
  pictures: Count.meta({ description: 'How many pictures texts show. They stay links and are not copied' }),
}

const PlannedChange = z
  .object({
    row: Count.meta({ description: 'The row or line of the file, else the position' }),
    kind: z.enum(['create', 'update']).meta({ description: 'Whether the case is new' }),
    suite: z.string().meta({ description: 'The suite of the case: in the file for a new one, here for a known one' }),
    name: z.string().meta({ description: 'The name in the file' }),
    ref: z
      .string()
      .nullable()
      .meta({ description: 'The ref of a known case; null for a new one', examples: ['C12'] }),
    fields: z.string().array().meta({ description: 'The fields of a known case that change' }),
  })
  .meta({ id: 'PlannedChange' })
export type PlannedChange = z.infer<typeof PlannedChange>

const ImportColumn = z
  .object({
    name: z.string().meta({ description: 'The header; a second `Label` is `Label (2)`' }),
    field: z.enum(MAPPED_FIELDS).nullable().meta({ description: 'The field of cases; null keeps it aside' }),
    guess: z
      .enum(MAPPED_FIELDS)
      .nullable()
      .meta({ description: 'What the header alone suggests, without the mapping of the call or the project' }),
    samples: z
      .string()
      .array()
      .meta({ description: 'Up to three different texts of the column, each of at most 100 characters' }),
  })
  .meta({ id: 'ImportColumn' })
export type ImportColumn = z.infer<typeof ImportColumn>

export const ImportPreview = z
  .object({
    format: ImportFormat,
    ...notes,
    columns: ImportColumn.array().meta({ description: 'The columns of a table and what they become; else empty' }),
    missing: z
      .enum(MAPPED_FIELDS)
      .array()
      .meta({ description: 'Fields that a column must become before the file can be imported: `name`, or none' }),
    changes: PlannedChange.array().meta({ description: 'What would be created and changed; at most 1,000' }),
  })
  .meta({ id: 'ImportPreview' })
export type ImportPreview = z.infer<typeof ImportPreview>

export const Import = z
  .object({
    id: Id,
    name: z.string().nullable().meta({ description: 'The name of the file' }),
    format: ImportFormat,
    createdAt: Timestamp,
    createdBy: Person.nullable().meta({ description: "Who imported it; null for the project's own credential" }),
    total: Count.meta({ description: 'How many cases the import has' }),
    ...notes,
    isDone: z.boolean().meta({ description: 'Whether all cases are imported' }),
    undoneAt: Timestamp.nullable().meta({ description: 'When it was undone' }),
  })
  .meta({ id: 'Import' })
export type Import = z.infer<typeof Import>

export const ListImports = PageInput.extend({ id: id('id') })
export type ListImports = z.infer<typeof ListImports>

export const ImportInput = z.object({ id: id('id'), importId: id('importId') })
export type ImportInput = z.infer<typeof ImportInput>

export const ImportUndone = z
  .object({
    trashed: Count.meta({ description: 'Created cases that went to the trash' }),
    restored: Count.meta({ description: 'Updated cases that have their former content again' }),
    left: Count.meta({ description: 'Cases that were changed since, which stay as they are' }),
  })
  .meta({ id: 'ImportUndone' })
export type ImportUndone = z.infer<typeof ImportUndone>
