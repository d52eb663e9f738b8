import { z } from 'zod'
import { Count, Id, Timestamp, id, name, optionalPosition, optionalText } from '../fields.ts'
import { PageInput } from '../page.ts'
import { TestCase } from '../test-cases/test-case.ts'

export const TestSuiteListItem = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string().nullable(),
    projectId: Id,
    number: Count.meta({ description: '1-based position in the project' }),
    createdAt: Timestamp,
    testCaseCount: Count,
  })
  .meta({ id: 'TestSuiteListItem' })
export type TestSuiteListItem = z.infer<typeof TestSuiteListItem>

export const TestSuite = TestSuiteListItem.extend({ testCases: z.array(TestCase) }).meta({ id: 'TestSuite' })
export type TestSuite = z.infer<typeof TestSuite>

export const CreateTestSuite = z.object({
  name: name('Suite name'),
  description: optionalText('Description'),
  projectId: id('projectId'),
})
export type CreateTestSuite = z.infer<typeof CreateTestSuite>

export const UpdateTestSuite = z.object({
  id: id('id'),
  ...CreateTestSuite.omit({ projectId: true }).partial().shape,
  position: optionalPosition('position').meta({
    description: 'Where the suite goes among those of the project, 1-based; the others move up. Omitted: it stays',
  }),
})
export type UpdateTestSuite = z.infer<typeof UpdateTestSuite>

export const ListProjectSuites = PageInput.extend({ projectId: id('projectId') })
export type ListProjectSuites = z.infer<typeof ListProjectSuites>
