import { invalidField } from '#shared/errors.ts'
import type { IdInput } from '#shared/fields.ts'
import {
  type CaseFilter,
  type CaseMatches,
  type MatchTestCases,
  searchedWords,
  type SearchTestCases,
  type TagCount,
} from '#shared/test-cases/search.ts'
import { issueMark, priorityMark, tagMark, typeMark } from '#shared/test-cases/search-text.ts'
import { tagKey } from '#shared/test-cases/tags.ts'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import { CASE_IDS_MAX } from '#shared/limits.ts'
import { CASE_TYPES, PRIORITIES } from '#shared/test-cases/case-enums.ts'
import { type ActorContext, sendPage } from '../../context.ts'
import { listFromText } from '../../database/case-columns.ts'
import type { Db } from '../../database/databases.ts'
import type { TextCondition } from '../../database/search/trigrams.ts'
import { answer } from '../../http/answer.ts'
import { Json } from '../../http/json.ts'
import type { Page } from '../../http/paging.ts'
import { findProject } from '../../projects/projects.repository.ts'
import { findInOrder } from './in-order.ts'
import { casesAsJson, listCasesById, listTagLists } from './search-cases.repository.ts'
import { knownIdRange } from '../../database/search/id-ranges.ts'
import { type CaseConditions, findFormerPlace, listPlaces, type Placed } from './search-hits.repository.ts'

/** The number of cases read at once. A search without a limit reads more in parts. */
const AT_ONCE = 1_000

export async function searchTestCases(ctx: ActorContext, input: SearchTestCases): Promise<TestCase[]> {
  const { db } = ctx
  const page = await findPage(ctx, input)
  const ids = sendPage(ctx, page)
  return await answer(ctx, {
    read: async () => (ids.length <= AT_ONCE ? await listCasesById(db, ids) : new Json(casesAsJson(db, ids))),
  })
}

async function findPage(
  ctx: ActorContext,
  { id, limit, offset = 0, cursor, ...filter }: SearchTestCases,
): Promise<Page<string>> {
  const { db, actor } = ctx
  const project = await findProject(db, actor, id, 'project.read')
  const after = cursor === undefined ? undefined : await placeOf(db, id, cursor)
  const count = limit === undefined ? Infinity : offset + limit + 1
  const { ids, total } = await findInOrder(db, await wantedOf(db, project.id, filter), { after, count })
  const shown = ids.slice(offset, limit === undefined ? undefined : offset + limit)
  const hasMore = ids.length > offset + shown.length
  return {
    items: shown,
    total,
    next: hasMore ? { limit: String(limit), cursor: shown.at(-1) as string } : null,
  }
}

export async function matchTestCases(ctx: ActorContext, { id, ...filter }: MatchTestCases): Promise<CaseMatches> {
  const project = await findProject(ctx.db, ctx.actor, id, 'project.read')
  const part = { after: undefined, count: CASE_IDS_MAX + 1 }
  const { ids } = await findInOrder(ctx.db, await wantedOf(ctx.db, project.id, filter), part)
  return { ids: ids.slice(0, CASE_IDS_MAX), isMore: ids.length > CASE_IDS_MAX }
}

/** All matching cases of a project, for callers already authorized for it. */
export async function findMatchingIds(db: Db, projectId: string, filter: CaseFilter): Promise<string[]> {
  const wanted = await wantedOf(db, projectId, filter)
  return (await findInOrder(db, wanted, { after: undefined, count: Infinity })).ids
}

/** The number of cases of a project, for callers already authorized for it. */
export async function countCases(db: Db, projectId: string): Promise<number> {
  const wanted = await wantedOf(db, projectId, {})
  return (await findInOrder(db, wanted, { after: undefined, count: 0 })).total ?? 0
}

export async function listTags({ db, actor }: ActorContext, { id }: IdInput): Promise<TagCount[]> {
  await findProject(db, actor, id, 'project.read')
  const counts = new Map<string, number>()
  for (const { tags, count } of await listTagLists(db, { projectId: id }))
    for (const tag of listFromText<string>(tags)) counts.set(tag, (counts.get(tag) ?? 0) + count)
  const mostFirst = Array.from(counts, ([tag, count]) => ({ tag, count })).toSorted(byCount)
  const spellings = Map.groupBy(mostFirst, ({ tag }) => tagKey(tag))
  return Array.from(spellings.values(), ([first, ...others]) => {
    const { tag, count } = first as TagCount
    return { tag, count: others.reduce((sum, other) => sum + other.count, count) }
  }).toSorted(byCount)
}

const byCount = (a: TagCount, b: TagCount) => b.count - a.count || (a.tag < b.tag ? -1 : 1)

async function placeOf(db: Db, projectId: string, id: string): Promise<Placed> {
  const [found] = await listPlaces(db, [id])
  const place = found ?? (await findFormerPlace(db, projectId, id))
  if (!place || (found && found.projectId !== projectId))
    throw invalidField('cursor', 'cursor must be the id of a test case of this project')
  return place
}

const NO_CASES = { first: 0, last: 0 }

async function wantedOf(db: Db, projectId: string, filter: CaseFilter): Promise<CaseConditions> {
  const ids = (await knownIdRange(db, projectId)) ?? NO_CASES
  const { q = '', testSuiteId: suites, notTestSuiteId: notSuites = [], type, notType, priority, notPriority } = filter
  const conditions = [
    ...searchedWords(q).map((word) => condition([word])),
    ...allowed(CASE_TYPES, { some: type, none: notType, mark: typeMark, common: [...CASE_TYPES] }),
    ...allowed(PRIORITIES, { some: priority, none: notPriority, mark: priorityMark, common: ['medium'] }),
    ...(filter.tag === undefined ? [] : [condition(filter.tag.map(tagMark))]),
    ...(filter.issue === undefined ? [] : [condition(filter.issue.map(issueMark))]),
    ...(filter.notTag === undefined ? [] : [condition(filter.notTag.map(tagMark), { isNot: true })]),
    ...(filter.notIssue === undefined ? [] : [condition(filter.notIssue.map(issueMark), { isNot: true })]),
  ]
  return { projectId, ids, conditions, suites, notSuites }
}

/** The values that a condition allows. Negations become positive, because most cases may share one value. */
function allowed<T>(
  all: readonly T[],
  {
    some,
    none = [],
    mark,
    common,
  }: { some: T[] | undefined; none: T[] | undefined; mark: (value: T) => string; common: T[] },
) {
  const left = all.filter((value) => (some?.includes(value) ?? true) && !none.includes(value))
  const isCommon = left.some((value) => common.includes(value))
  return left.length === all.length ? [] : [condition(left.map(mark), { isCommon })]
}

const condition = (anyOf: string[], { isNot = false, isCommon = false } = {}): TextCondition => ({
  anyOf,
  isNot,
  isCommon,
})
