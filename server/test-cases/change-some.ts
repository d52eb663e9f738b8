import { expectationProblem } from '#shared/test-cases/expected-value.ts'
import { distinctReferences } from '#shared/references.ts'
import { addTags, removeTags, TAGS_MAX, TOO_MANY_TAGS } from '#shared/test-cases/tags.ts'
import { listFromText, listToText } from '../database/case-columns.ts'
import { noteChange } from '../database/changes.ts'
import type { Db } from '../database/databases.ts'
import { ranksAfter } from '../database/ranks.ts'
import { keepSearchableById } from '../database/search/texts.ts'
import { CASES_AT_ONCE } from '../deletions/cases-at-once.ts'
import {
  type CaseState,
  type ChangedContent,
  findCaseStates,
  findExpectations,
  isShown,
  keepRevisions,
  reviseCases,
  setContent,
  SHARED,
  type SharedContent,
} from './bulk.repository.ts'
import {
  forgetPlaces,
  keepBefore,
  keepPending,
  type Pending,
  type PendingChange,
  type Target,
} from './case-changes.repository.ts'
import type { Author } from './case-writes.repository.ts'
import { placeCases } from './places.repository.ts'

/* One transaction of a bulk change of cases. */

export type PendingCases = Extract<Pending, { kind: 'change' }>

export async function changeSome(
  db: Db,
  { id: changeId, project_id: projectId }: PendingChange,
  pending: PendingCases,
): Promise<void> {
  const { content, author, ids } = pending
  const found = await findInOrder(db, projectId, ids.slice(0, CASES_AT_ONCE))
  const problems = await findProblems(db, found, content)
  // Another call may have changed some since the first transaction.
  const cases = found.filter(({ id }) => !problems.has(id))
  const rewritten = new Set(await rewrite(db, cases, content, author))
  const moved = await moveTogether(db, projectId, cases, pending.target)
  const revised = new Set([...rewritten, ...moved.toOtherSuite])
  await reviseCases(
    db,
    moved.toOtherSuite.filter((id) => !rewritten.has(id)),
    author,
  )
  await keepRevisions(db, [...revised])
  await keepSearchableById(db, [...rewritten])
  const changed = cases.filter(({ id }) => revised.has(id) || moved.changed.has(id))
  // An undo needs the ranks of all moved cases.
  const kept = (moved.target ? cases : changed).map(({ id, revision, rank }) => ({
    id,
    revision,
    isRevised: revised.has(id),
    rank: moved.target ? rank : null,
  }))
  await keepBefore(db, changeId, kept)
  const left = ids.slice(CASES_AT_ONCE)
  await keepPending(
    db,
    changeId,
    changed.length,
    left.length > 0 ? { ...pending, ids: left, target: moved.target } : null,
  )
  if (changed.length > 0) noteChange(db, { kind: 'project', projectId })
}

export async function findInOrder(db: Db, projectId: string, ids: string[]): Promise<CaseState[]> {
  const found = new Map((await findCaseStates(db, projectId, ids)).map((testCase) => [testCase.id, testCase]))
  return [...new Set(ids)].flatMap((id) => found.get(id) ?? [])
}

const tagsAfter = ({ tags }: Pick<CaseState, 'tags'>, { addTags: added, removeTags: removed }: ChangedContent) =>
  addTags(removeTags(listFromText<string>(tags), removed ?? []), added ?? [])

function sharedOf({ set }: ChangedContent): SharedContent {
  const { priority, type, preconditions, references } = set ?? {}
  return {
    ...(priority !== undefined && { priority: priority ?? 'medium' }),
    ...(type !== undefined && { type }),
    ...(preconditions !== undefined && { preconditions: preconditions || null }),
    ...(references !== undefined && { references: listToText(distinctReferences(references ?? [])) }),
  }
}

const storedTags = (testCase: Pick<CaseState, 'tags'>, content: ChangedContent) =>
  content.addTags || content.removeTags ? listToText(tagsAfter(testCase, content)) : testCase.tags

/** The problems of cases to which the change does not apply, by id. A case that becomes manual must obey rule 1. */
export async function findProblems(db: Db, cases: CaseState[], content: ChangedContent): Promise<Map<string, string>> {
  const toManual = content.set?.type === 'manual' ? cases.filter((testCase) => testCase.type === 'auto') : []
  const expectations = await findExpectations(
    db,
    toManual.map(({ id }) => id),
  )
  const expectationOf = new Map(expectations.map((row) => [row.id, row]))
  const problemOf = (testCase: CaseState) => {
    const expectation = expectationOf.get(testCase.id)
    const problem = expectation && problemAsManual(expectation)
    return problem ?? (content.addTags && tagsAfter(testCase, content).length > TAGS_MAX ? TOO_MANY_TAGS : undefined)
  }
  return new Map(
    cases.flatMap((testCase): [string, string][] => {
      const problem = problemOf(testCase)
      return problem ? [[testCase.id, `${testCase.ref}: ${problem}`]] : []
    }),
  )
}

type Expectation = Awaited<ReturnType<typeof findExpectations>>[number]

function problemAsManual({ expected_value_type, expected_value, steps }: Expectation): string | undefined {
  return expectationProblem({
    type: 'manual',
    expectedValueType: expected_value_type,
    expectedValue: expected_value,
    steps: listFromText(steps),
  })?.message
}

/** Returns the ids of the cases whose content changes. `keepRevisions` must follow. */
async function rewrite(db: Db, cases: CaseState[], content: ChangedContent, author: Author): Promise<string[]> {
  const shared = sharedOf(content)
  const rewritten = cases.flatMap((testCase) => {
    const tags = storedTags(testCase, content)
    const after = { ...testCase, ...shared, tags }
    const isChanged = [...SHARED, 'tags' as const].some((column) => after[column] !== testCase[column])
    return isChanged ? [{ id: testCase.id, tags }] : []
  })
  await setContent(db, rewritten, shared, author)
  return rewritten.map(({ id }) => id)
}

type Moved = { toOtherSuite: string[]; changed: Set<string>; target: Target | null }

/** Moves the cases into a suite, in this order, one after the other. The remaining cases follow them. */
async function moveTogether(db: Db, projectId: string, cases: CaseState[], target: Target | null): Promise<Moved> {
  // Another call may have deleted the suite since the first transaction.
  if (!target || !(await isShown(db, target.testSuiteId))) return { toOtherSuite: [], changed: new Set(), target: null }
  const { testSuiteId } = target
  const ids = cases.map(({ id }) => id)
  await forgetPlaces(db, ids)
  const ranks = await ranksAfter(db, { id: testSuiteId, project_id: projectId }, target.after, cases.length)
  const changed = await placeCases(
    db,
    cases,
    ids.map((id, index) => ({ id, testSuiteId, rank: ranks[index] as string })),
  )
  return {
    toOtherSuite: cases.filter((testCase) => testCase.test_suite_id !== testSuiteId).map(({ id }) => id),
    changed,
    target: { testSuiteId, after: ranks.at(-1) ?? target.after },
  }
}
