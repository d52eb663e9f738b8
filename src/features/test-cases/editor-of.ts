import type { TestCase } from '#shared/test-cases/test-case.ts'

/** Who changed a case last. */
export const editorOf = ({ updatedBy }: Pick<TestCase, 'updatedBy'>) => updatedBy?.name ?? 'The project credential'
