import { z } from 'zod'
import { Count, Id, Timestamp, id, name, optionalName, optionalText, optionalValue } from '../fields.ts'
import { CursorInput, PageInput } from '../page.ts'

export const CASE_TYPES = ['manual', 'auto'] as const
export const CaseType = z.enum(CASE_TYPES)
export type CaseType = z.infer<typeof CaseType>

export const VALUE_TYPES = ['string', 'number', 'boolean'] as const
export const ValueType = z.enum(VALUE_TYPES, { error: 'Expected value type must be string, number or boolean' })
export type ValueType = z.infer<typeof ValueType>

/** Read without regard to case; `automated`, the word of the documented API, means `auto`. */
export const readCaseType = (given: unknown) => {
  if (typeof given !== 'string') return given
  const word = given.trim().toLowerCase()
  return word === 'automated' ? 'auto' : word
}

export const TestCase = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string().nullable(),
    testSuiteId: Id,
    type: CaseType,
    expectedValueType: ValueType.nullable(),
    expectedValue: z.string().nullable(),
    automationKey: z.string().nullable().meta({ description: 'What automation calls the case; unique in its project' }),
    number: Count.meta({ description: '1-based position in the suite' }),
    createdAt: Timestamp,
  })
  .meta({ id: 'TestCase' })
export type TestCase = z.infer<typeof TestCase>

const caseType: z.ZodOptional<z.ZodType<CaseType, string>> = z.preprocess(
  readCaseType,
  z.enum(CASE_TYPES, { error: 'type must be manual or auto' }).optional(),
) as never

export const CreateTestCase = z.object({
  name: name('Test case name'),
  description: optionalText('Description'),
  testSuiteId: id('testSuiteId'),
  type: caseType,
  expectedValueType: ValueType.nullish(),
  expectedValue: optionalValue('Expected value'),
  automationKey: optionalName('Automation key'),
})
export type CreateTestCase = z.infer<typeof CreateTestCase>

export const UpdateTestCase = z.object({
  id: id('id'),
  name: name('Test case name').optional(),
  description: optionalText('Description'),
  expectedValueType: ValueType.nullish(),
  expectedValue: optionalValue('Expected value'),
  automationKey: optionalName('Automation key'),
})
export type UpdateTestCase = z.infer<typeof UpdateTestCase>

export const TestCaseInput = z.object({ id: id('id') })
export type TestCaseInput = z.infer<typeof TestCaseInput>

export const ListSuiteCases = PageInput.extend({ id: id('id') })
export type ListSuiteCases = z.infer<typeof ListSuiteCases>

export const ListCaseResults = CursorInput.extend({ id: id('id') })
export type ListCaseResults = z.infer<typeof ListCaseResults>
