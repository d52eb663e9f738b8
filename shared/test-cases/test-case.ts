import { z } from 'zod'
import { AttachmentItem } from '../attachments/attachment.ts'
import {
  Count,
  Id,
  Timestamp,
  id,
  name,
  optionalCount,
  optionalName,
  optionalPosition,
  optionalText,
  optionalValue,
  string,
  text,
} from '../fields.ts'
import { Extras, optionalExtras } from '../extras.ts'
import { CursorInput, PageInput } from '../page.ts'
import { Person } from '../users/user.ts'
import { distinctReferences, referenceList } from '../references.ts'
import { CASE_TYPES, PRIORITIES, VALUE_TYPES } from './case-enums.ts'
import { distinctTags, tagList } from './tags.ts'

export const CaseType = z.enum(CASE_TYPES)
export type CaseType = z.infer<typeof CaseType>

export const ValueType = z.enum(VALUE_TYPES, { error: 'Expected value type must be string, number or boolean' })
export type ValueType = z.infer<typeof ValueType>

export const Priority = z.enum(PRIORITIES, { error: `priority must be one of ${PRIORITIES.join(', ')}` })
export type Priority = z.infer<typeof Priority>

/** Case-insensitive. The documented API says `automated` instead of `auto`. */
const readCaseType = (given: unknown) => {
  if (typeof given !== 'string') return given
  const type = given.trim().toLowerCase()
  return type === 'automated' ? 'auto' : type
}

/** For the OpenAPI document: `manual`, `auto` or `automated`, case-insensitive. */
const CASE_TYPE_PATTERN = String.raw`^\s*([mM][aA][nN][uU][aA][lL]|[aA][uU][tT][oO]([mM][aA][tT][eE][dD])?)\s*$`

const caseType: z.ZodOptional<z.ZodType<CaseType, string>> = z
  .preprocess(readCaseType, z.enum(CASE_TYPES, { error: 'type must be manual or auto' }).optional())
  .meta({
    description: '`manual` (the default) or `auto`, in any case; `automated` means `auto`',
    override: { type: 'string', pattern: CASE_TYPE_PATTERN, enum: undefined },
  }) as never

/** One case type, parsed in the same way. */
export const NamedCaseType: z.ZodType<CaseType, string> = z
  .preprocess(readCaseType, z.enum(CASE_TYPES, { error: 'type must be manual or auto' }))
  .meta({ override: { type: 'string', pattern: CASE_TYPE_PATTERN, enum: undefined } }) as never

export const STEPS_MAX = 100

/** What to do and what should happen. Both may be Markdown. */
export const CaseStep = z
  .object({
    action: z.string(),
    expected: z.string().meta({ description: "What should be seen then; '' for nothing" }),
  })
  .meta({ id: 'CaseStep' })
export type CaseStep = z.infer<typeof CaseStep>

const stepsInput = z
  .array(
    z
      .object(
        {
          action: text('Step action').min(1, 'Step action is required'),
          expected: optionalText('Expected result of a step'),
        },
        { error: 'each step must be an object' },
      )
      .meta({ id: 'CaseStepInput' }),
    { error: 'steps must be a list' },
  )
  .max(STEPS_MAX, `A test case may have at most ${STEPS_MAX} steps`)
  .nullish()

const optionalTextField = (label: string, description: string) => ({
  value: z.string().nullable().meta({ description }),
  input: optionalText(label),
})

/**
 * Every field that a caller can write: `value` is its schema in answers, `input` its schema in requests. Entities,
 * inputs, snapshots, database columns, CSV columns and the case form derive from this list. CSV columns have its order,
 * so append new fields.
 */
const CASE_FIELDS = {
  name: { value: z.string(), input: name('Test case name') },
  type: { value: CaseType, input: caseType },
  expectedValueType: { value: ValueType.nullable(), input: ValueType.nullish() },
  expectedValue: { value: z.string().nullable(), input: optionalValue('Expected value') },
  description: optionalTextField('Description', 'What it is about, in a few words'),
  automationKey: {
    value: z
      .string()
      .nullable()
      .meta({ description: 'The id that automated tests use for the case; unique in its project' }),
    input: optionalName('Automation key'),
  },
  preconditions: optionalTextField('Preconditions', 'What must be true before the test'),
  steps: { value: z.array(CaseStep), input: stepsInput },
  priority: {
    value: Priority.meta({ description: 'How much it matters' }),
    input: Priority.nullish().meta({ description: '`medium` by default' }),
  },
  tags: {
    value: z.array(z.string()).meta({
      description: 'Words to find the case by, as written; no two of them differ only in capitals',
    }),
    input: tagList('tags').nullish(),
  },
  references: {
    value: z.array(z.string()).meta({ description: 'Keys or addresses of requirements and defects, as written' }),
    input: referenceList('references').nullish(),
  },
}

type Fields = typeof CASE_FIELDS
const schemasOf = <K extends 'value' | 'input'>(kind: K) =>
  Object.fromEntries(Object.entries(CASE_FIELDS).map(([field, schemas]) => [field, schemas[kind]])) as {
    [F in keyof Fields]: Fields[F][K]
  }

export const CaseFields = z.object(schemasOf('value'))
export type CaseFields = z.infer<typeof CaseFields>
export const CASE_FIELD_NAMES = CaseFields.keyof().options

/** The fields that hold a single text: the cells of CSV files and the inputs of the case form. */
const NOT_TEXT = { steps: true, priority: true, tags: true, references: true } as const
const TextFields = CaseFields.omit(NOT_TEXT)
export const TEXT_FIELD_NAMES = TextFields.keyof().options

/** The fields that revisions and snapshots keep. The automation key identifies a case, so it has no history. */
export const CaseContent = CaseFields.omit({ automationKey: true })
export type CaseContent = z.infer<typeof CaseContent>

/** The case content in a result, whose steps carry their verdicts. */
export const CaseSnapshot = CaseContent.omit({ steps: true })
export type CaseSnapshot = z.infer<typeof CaseSnapshot>

/** Unique in the project, and never reused after a deletion. */
export const CaseRef = z.string().meta({
  description: "The case's short name: C1, C2 … in its project, never given again",
  examples: ['C12'],
})

export const NamedSuite = z.object({ id: Id, name: z.string() }).meta({ id: 'NamedSuite' })

export const NamedCase = z
  .object({ id: Id, ref: CaseRef, name: z.string(), testSuite: NamedSuite })
  .meta({ id: 'NamedCase' })
export type NamedCase = z.infer<typeof NamedCase>

export const Revision = Count.meta({ description: 'Counts the changes of the content, from 1' })

export const TestCase = z
  .object({
    id: Id,
    ref: CaseRef,
    ...CaseFields.shape,
    testSuiteId: Id,
    number: Count.meta({ description: '1-based position in the suite' }),
    revision: Revision,
    createdAt: Timestamp,
    updatedAt: Timestamp.meta({ description: 'When a field or the suite last changed' }),
    updatedBy: Person.nullable().meta({ description: "Null for the project's own credential" }),
    attachments: AttachmentItem.array().meta({ description: 'The files attached to it, oldest first' }),
  })
  .meta({ id: 'TestCase' })
export type TestCase = z.infer<typeof TestCase>

/** What a case keeps of other tools. Lists leave it out. */
const FOREIGN_FIELDS = {
  externalKey: z
    .string()
    .nullable()
    .meta({
      description: "The case's id in the tool it comes from; unique in its project",
      examples: ['testrail:7'],
    }),
  extras: Extras,
}

/** A case as one read or write answers it. */
export const TestCaseDetail = TestCase.extend(FOREIGN_FIELDS).meta({ id: 'TestCaseDetail' })
export type TestCaseDetail = z.infer<typeof TestCaseDetail>

/** All fields that a case stores, and those of them that its revisions keep. */
export type StoredFields = CaseFields & Pick<TestCaseDetail, keyof typeof FOREIGN_FIELDS>
export type StoredContent = CaseContent & Pick<TestCaseDetail, 'extras'>

const CaseInput = z
  .object(schemasOf('input'))
  .extend({ externalKey: optionalName('External key'), extras: optionalExtras })
type CaseInput = z.infer<typeof CaseInput>

export const CreateTestCase = CaseInput.extend({ testSuiteId: id('testSuiteId') })
export type CreateTestCase = z.infer<typeof CreateTestCase>

/** The type of a case cannot change. */
const EditableFields = CaseInput.omit({ type: true }).partial()
const EditableShown = EditableFields.omit({ externalKey: true, extras: true })
export const EDITABLE_TEXT_FIELDS = EditableShown.omit(NOT_TEXT).keyof().options

export const UpdateTestCase = EditableFields.extend({
  id: id('id'),
  baseRevision: optionalCount('baseRevision').meta({
    description:
      'The revision that the caller has seen. 409 if the case has changed since. Without it the last writer wins',
  }),
  testSuiteId: id('testSuiteId')
    .meta({ description: 'The suite it goes to, of the same project. Omitted: it stays' })
    .nullish(),
  position: optionalPosition('position').meta({
    description: 'Where it goes in its suite, 1-based; the others move up. Omitted: it stays, or goes to the end',
  }),
})
export type UpdateTestCase = z.infer<typeof UpdateTestCase>

/** The fields of a case after a write. Omitted fields keep their value; null and '' clear a field. */
export function applyFields<C extends CaseFields>(
  current: C,
  { steps, priority, tags, references, externalKey, extras, ...given }: Partial<CaseInput>,
): C {
  const stored = TEXT_FIELD_NAMES.flatMap((field) => {
    const value = given[field]
    if (value === undefined) return []
    return [[field, value === '' && field !== 'expectedValue' ? null : value]]
  })
  const fields: C & Partial<StoredFields> = { ...current, ...Object.fromEntries(stored) }
  if (steps !== undefined) fields.steps = (steps ?? []).map(toStep)
  if (priority !== undefined) fields.priority = priority ?? 'medium'
  if (tags !== undefined) fields.tags = distinctTags(tags ?? [])
  if (references !== undefined) fields.references = distinctReferences(references ?? [])
  if (externalKey !== undefined) fields.externalKey = externalKey || null
  if (extras !== undefined) fields.extras = extras ?? {}
  // '' is a valid expected value of an automated case.
  if (fields.type === 'manual' && fields.expectedValue === '') fields.expectedValue = null
  return fields
}

const toStep = ({ action, expected }: NonNullable<CaseInput['steps']>[number]): CaseStep => ({
  action,
  expected: expected ?? '',
})

export function newFields(given: CaseInput): StoredFields {
  const empty = Object.fromEntries(TEXT_FIELD_NAMES.map((field) => [field, null]))
  const none = { steps: [], tags: [], references: [], externalKey: null, extras: {} }
  return applyFields({ ...empty, ...none, type: 'manual', priority: 'medium' } as unknown as StoredFields, given)
}

export const ListSuiteCases = PageInput.extend({ id: id('id') })
export type ListSuiteCases = z.infer<typeof ListSuiteCases>

export const ListCaseResults = CursorInput.extend({
  id: id('id'),
  branch: string('branch')
    .meta({ description: 'Only runs of this branch', examples: ['main'] })
    .optional(),
  environment: string('environment')
    .meta({ description: 'Only runs in this environment', examples: ['staging'] })
    .optional(),
})
export type ListCaseResults = z.infer<typeof ListCaseResults>
