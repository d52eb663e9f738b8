import type { TestCase } from '#shared/test-cases/test-case.ts'

export const editorOf = ({ updatedBy }: Pick<TestCase, 'updatedBy'>) => updatedBy?.name ?? 'The project credential'
