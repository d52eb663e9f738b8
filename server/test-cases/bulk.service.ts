import type { CasesChanged, UpdateTestCases } from '#shared/test-cases/bulk.ts'
import { expectationProblem } from '#shared/test-cases/expected-value.ts'
import { distinctReferences } from '#shared/test-cases/references.ts'
import { addTags, removeTags, TAGS_MAX, TOO_MANY_TAGS } from '#shared/test-cases/tags.ts'
import { actorPerson } from '../authorize.ts'
import type { ActorContext } from '../context.ts'
import { listFromText, listToText } from '../database/case-columns.ts'
import { noteChange } from '../database/changes.ts'
import type { Db } from '../database/databases.ts'
import { areMany, keepSearchableById, type MadeTexts, makeTexts } from '../database/search/texts.ts'
import { findProject } from '../projects/projects.repository.ts'
import { findSuiteOfProject } from '../test-suites/test-suites.service.ts'
import {
  type CaseState,
  findCaseStates,
  findExpectations,
  keepRevisions,
  reviseCases,
  setContent,
  SHARED,
  type SharedContent,
} from './bulk.repository.ts'
import type { Author } from './case-writes.repository.ts'
import { forgetPlaces, keepChange } from './case-changes.repository.ts'
import { joinSuite, moveCases, numbersOf, placeCases, placesAt, placesNow } from './places.repository.ts'
import { refuseCases, refuseNotFound } from './refuse-cases.ts'

/**
 * Changes many cases of a project, all or none, and keeps what they were for `undoCaseChange`. A case whose content or
 * suite changes gets one revision. Throws NOT_FOUND for an unknown case or suite, BAD_REQUEST that names the ref of a
 * case that cannot be changed so.
 */
export async function changeTestCases(ctx: ActorContext, input: UpdateTestCases): Promise<CasesChanged> {
  const { moveTo } = input
  const texts = await textsAfter(ctx, input)
  const author = actorPerson(ctx.actor)
  return await ctx.write({ project: input.id }, async (db) => {
    const project = await findProject(db, ctx.actor, input.id, 'case.write')
    const target = moveTo && (await findSuiteOfProject(db, ctx.actor, project.id, moveTo.testSuiteId))
    const cases = await findInOrder(db, project.id, input.ids)
    await refuseBadChange(db, cases, input)
    const rewritten = new Set(await rewrite(db, cases, input, author))
    const moved = target ? await moveTogether(db, cases, target.id, moveTo?.position) : NOTHING_MOVED
    const revised = new Set([...rewritten, ...moved.toOtherSuite])
    await reviseCases(
      db,
      moved.toOtherSuite.filter((id) => !rewritten.has(id)),
      author,
    )
    await keepRevisions(db, [...revised])
    await keepSearchableById(db, [...rewritten], texts)
    const changed = cases.filter(({ id }) => revised.has(id) || moved.renumbered.has(id))
    // An undo needs the places of all cases that were put together.
    const places = new Map(target ? placesNow(cases).map((place) => [place.id, place]) : [])
    const kept = (target ? cases : changed).map(({ id, revision }) => ({
      id,
      revision,
      isRevised: revised.has(id),
      place: places.get(id) ?? null,
    }))
    const changeId = await keepChange(db, project.id, kept)
    if (changed.length > 0) noteChange(db, { kind: 'project', projectId: project.id })
    return { changed: changed.length, changeId }
  })
}

/** Each case once, in the order of the ids. */
async function findInOrder(db: Db, projectId: string, ids: string[]): Promise<CaseState[]> {
  const found = new Map((await findCaseStates(db, projectId, ids)).map((testCase) => [testCase.id, testCase]))
  refuseNotFound(found, ids, ['ids'])
  return Array.from(new Set(ids), (id) => found.get(id) as CaseState)
}

type Content = Pick<UpdateTestCases, 'set' | 'addTags' | 'removeTags'>

const tagsAfter = ({ tags }: Pick<CaseState, 'tags'>, { addTags: added, removeTags: removed }: Content) =>
  addTags(removeTags(listFromText<string>(tags), removed ?? []), added ?? [])

/** The fields that all cases get. */
function sharedOf({ set }: Content): SharedContent {
  const { priority, type, preconditions, references } = set ?? {}
  return {
    ...(priority !== undefined && { priority: priority ?? 'medium' }),
    ...(type !== undefined && { type }),
    ...(preconditions !== undefined && { preconditions: preconditions || null }),
    ...(references !== undefined && { references: listToText(distinctReferences(references ?? [])) }),
  }
}

/** What is stored of the tags of a case. */
const storedTags = (testCase: Pick<CaseState, 'tags'>, content: Content) =>
  content.addTags || content.removeTags ? listToText(tagsAfter(testCase, content)) : testCase.tags

/** The searched texts of many cases after a change. */
async function textsAfter({ db, actor }: ActorContext, input: UpdateTestCases): Promise<MadeTexts | undefined> {
  if (!areMany(input.ids) || (!input.addTags && !input.removeTags && !input.set)) return undefined
  await findProject(db, actor, input.id, 'case.write')
  const shared = sharedOf(input)
  return await makeTexts(db, input.ids, (testCase) => ({
    ...testCase,
    ...shared,
    tags: storedTags(testCase, input),
    revision: testCase.revision + 1,
  }))
}

/** A case that becomes manual obeys rule 1. */
async function refuseBadChange(db: Db, cases: CaseState[], content: Content): Promise<void> {
  const { type } = content.set ?? {}
  const toManual = type === 'manual' ? cases.filter((testCase) => testCase.type === 'auto') : []
  const expectations = new Map(
    (
      await findExpectations(
        db,
        toManual.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  )
  const stateOf = new Map(cases.map((testCase) => [testCase.id, testCase]))
  refuseCases(
    'BAD_REQUEST',
    cases.map(({ id }) => id),
    ['ids'],
    (id) => {
      const testCase = stateOf.get(id) as CaseState
      const expectation = expectations.get(id)
      const problem = expectation && problemAsManual(expectation)
      if (problem) return `${testCase.ref}: ${problem}`
      return content.addTags != null && tagsAfter(testCase, content).length > TAGS_MAX
        ? `${testCase.ref}: ${TOO_MANY_TAGS}`
        : false
    },
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
async function rewrite(db: Db, cases: CaseState[], content: Content, author: Author): Promise<string[]> {
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

type Moved = { toOtherSuite: string[]; renumbered: Set<string> }

const NOTHING_MOVED: Moved = { toOtherSuite: [], renumbered: new Set() }

/** Puts the cases together into a suite, in this order. */
async function moveTogether(
  db: Db,
  cases: CaseState[],
  testSuiteId: string,
  position: number | null | undefined,
): Promise<Moved> {
  const ids = cases.map(({ id }) => id)
  const leaving = cases.filter((testCase) => testCase.test_suite_id !== testSuiteId)
  await forgetPlaces(db, ids)
  if (leaving.length === cases.length) await joinSuite(db, testSuiteId, cases, position)
  else {
    await moveCases(
      db,
      leaving.map(({ id, number }) => ({ id, testSuiteId, number })),
    )
    await placeCases(db, [testSuiteId, ...leaving.map((testCase) => testCase.test_suite_id)], placesAt(ids, position))
  }
  const numbers = await numbersOf(db, ids)
  const renumbered = cases.filter(({ id, number }) => numbers.get(id) !== number)
  return { toOtherSuite: leaving.map(({ id }) => id), renumbered: new Set(renumbered.map(({ id }) => id)) }
}
