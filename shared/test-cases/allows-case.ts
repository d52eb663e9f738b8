import type { CaseConditions } from './search.ts'
import { fold } from './search-text.ts'
import type { CaseContent } from './test-case.ts'

type Conditioned = Pick<CaseContent, 'type' | 'priority' | 'tags' | 'references'> & { testSuiteId: string }

/** Whether a case matches the conditions of a search, as the index of cases would find it. */
export function allowsCase(conditions: CaseConditions, { testSuiteId, type, priority, tags, references }: Conditioned) {
  return (
    allows([testSuiteId], conditions.testSuiteId, conditions.notTestSuiteId) &&
    allows([type], conditions.type, conditions.notType) &&
    allows([priority], conditions.priority, conditions.notPriority) &&
    allows(tags, conditions.tag, conditions.notTag) &&
    allows(references, conditions.issue, conditions.notIssue)
  )
}

function allows(values: readonly string[], some: readonly string[] = [], none: readonly string[] = []): boolean {
  const isIn = (list: readonly string[]) => list.some((one) => values.some((value) => fold(value) === fold(one)))
  return (some.length === 0 || isIn(some)) && !isIn(none)
}
