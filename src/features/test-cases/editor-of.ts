import type { TestCase } from '#shared/test-cases/test-case.ts'

/** The last author of a case. */
export const editorOf = ({ updatedBy }: Pick<TestCase, 'updatedBy'>) => updatedBy?.name ?? 'The project credential'
