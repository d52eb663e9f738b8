import { invalidField } from '#shared/errors.ts'
import { expectationProblem } from '#shared/test-cases/expected-value.ts'
import type { CaseContent } from '#shared/test-cases/test-case.ts'

/** Throws BAD_REQUEST if the expected value does not fit the case (rule 1). */
export function refuseBadExpectation(content: CaseContent): void {
  const problem = expectationProblem(content)
  if (problem) throw invalidField(problem.field, problem.message)
}
