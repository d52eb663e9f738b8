import { DomainError, notFound } from '#shared/errors.ts'
import type { IdInput } from '#shared/fields.ts'
import { deletedMessage, type GetCaseByRef } from '#shared/test-cases/case-ref.ts'
import {
  applyFields,
  type CreateTestCase,
  newFields,
  type TestCaseDetail,
  type UpdateTestCase,
} from '#shared/test-cases/test-case.ts'
import { type Actor, actorPerson } from '../authorize.ts'
import type { ActorContext } from '../context.ts'
import { noteChange, noteContent, noteEvent } from '../database/changes.ts'
import type { Db } from '../database/databases.ts'
import { ranksAfter } from '../database/ranks.ts'
import { finish, numbers } from '../deletions/removal.ts'
import { refuseChanged } from '../http/entity-tags.ts'
import { once } from '../http/idempotency.ts'
import { findProject } from '../projects/projects.repository.ts'
import { findTestSuite } from '../test-suites/test-suites.repository.ts'
import { findSuiteOfProject } from '../test-suites/test-suites.service.ts'
import { refuseBadExpectation } from './bad-expectation.ts'
import { forgetPlaces } from './case-changes.repository.ts'
import { insertTestCase, reviseTestCase } from './case-writes.repository.ts'
import { numbersOf, placeCases, rankBefore } from './places.repository.ts'
import { listGivenRefs } from './refs.repository.ts'
import {
  findCaseByRef,
  findTestCase,
  hasKey,
  type KeyColumn,
  toCaseDetail,
  type WritableCase,
} from './test-cases.repository.ts'

export async function getTestCase({ db, actor }: ActorContext, { id }: IdInput): Promise<TestCaseDetail> {
  return toCaseDetail(await findTestCase(db, actor, id, 'project.read'))
}

/** Refs are never reused: one that a case once had belongs to a deleted case. */
export async function getTestCaseByRef({ db, actor }: ActorContext, input: GetCaseByRef): Promise<TestCaseDetail> {
  const project = await findProject(db, actor, input.projectId, 'project.read')
  const ref = input.ref.toUpperCase()
  const found = await findCaseByRef(db, project.id, ref)
  if (found) return toCaseDetail(found)
  if ((await listGivenRefs(db, project.id, [ref])).size > 0) throw new DomainError('NOT_FOUND', deletedMessage(ref))
  throw notFound('Test case')
}

export async function createTestCase(ctx: ActorContext, input: CreateTestCase): Promise<TestCaseDetail> {
  const fields = newFields(input)
  refuseBadExpectation(fields)
  return await ctx.write({ testSuite: input.testSuiteId }, async (db) => {
    const suite = await findTestSuite(db, ctx.actor, input.testSuiteId, 'case.write')
    return await once(db, ctx, ['test case', input], async () => {
      await refuseDuplicateKeys(db, suite.project_id, fields)
      return await insertTestCase(db, suite, fields, actorPerson(ctx.actor))
    })
  })
}

/** Answers when the cases of its suite have their new numbers. */
export async function changeTestCase(ctx: ActorContext, input: UpdateTestCase): Promise<TestCaseDetail> {
  const { projectId, changed } = await ctx.write({ testCase: input.id }, (db) => changeIn(db, ctx, input))
  const [numbered] = isPlaced(input) ? await withNumbers(ctx, projectId, [changed]) : [changed]
  return numbered as TestCaseDetail
}

/** Changes cases of a project, all or none. Each input is made of what the same transaction reads. */
export async function changeEach(
  ctx: ActorContext,
  { id, ids }: { id: string; ids: string[] },
  inputFor: (db: Db, testCaseId: string) => Promise<UpdateTestCase>,
): Promise<TestCaseDetail[]> {
  const { cases, arePlaced } = await ctx.write({ project: id }, async (db) => {
    const cases: TestCaseDetail[] = []
    let arePlaced = false
    for (const testCaseId of ids) {
      const input = await inputFor(db, testCaseId)
      cases.push((await changeIn(db, ctx, input)).changed)
      arePlaced ||= isPlaced(input)
    }
    return { cases, arePlaced }
  })
  return arePlaced ? await withNumbers(ctx, id, cases) : cases
}

async function changeIn(db: Db, ctx: ActorContext, input: UpdateTestCase) {
  const testCase = await findTestCase(db, ctx.actor, input.id, 'case.write')
  const before = toCaseDetail(testCase)
  refuseChanged(ctx, before, 'test case')
  refuseOutdated(testCase, input.baseRevision)
  const fields = applyFields(before, input)
  refuseBadExpectation(fields)
  await refuseDuplicateKeys(db, testCase.project_id, fields, before)
  const placed = await moveTestCase(db, ctx.actor, testCase, input)
  const isMoved = placed.test_suite_id !== testCase.test_suite_id
  const changed = await reviseTestCase(db, placed, fields, actorPerson(ctx.actor), isMoved)
  return { projectId: testCase.project_id, changed }
}

const isPlaced = ({ position, testSuiteId }: UpdateTestCase) => position != null || testSuiteId != null

/** A large suite is numbered after the write. */
async function withNumbers(ctx: ActorContext, projectId: string, cases: TestCaseDetail[]): Promise<TestCaseDetail[]> {
  await finish(ctx, [numbers], projectId)
  const known = await numbersOf(
    ctx.db,
    cases.map(({ id }) => id),
  )
  return cases.map((testCase) => ({ ...testCase, number: known.get(testCase.id) ?? testCase.number }))
}

/** Without a base the last writer wins. */
function refuseOutdated({ revision, updated_by_name }: WritableCase, base: number | null | undefined): void {
  if (base == null || base === revision) return
  const message = `${updated_by_name ?? 'The project credential'} has changed this test case since you read it`
  throw new DomainError('CONFLICT', message)
}

type Keys = Pick<TestCaseDetail, 'automationKey' | 'externalKey'>

const KEYS: [field: keyof Keys, column: KeyColumn, name: string][] = [
  ['automationKey', 'automation_key', 'automation key'],
  ['externalKey', 'external_key', 'external key'],
]

async function refuseDuplicateKeys(db: Db, projectId: string, fields: Keys, before?: Keys): Promise<void> {
  for (const [field, column, name] of KEYS) {
    const key = fields[field]
    if (key !== null && key !== before?.[field] && (await hasKey(db, projectId, column, key)))
      throw new DomainError('CONFLICT', `Another test case of this project has this ${name}`)
  }
}

/**
 * Returns the case at its new position; a new suite still needs a revision. In a large suite its number is outdated.
 * Throws NOT_FOUND for an unknown suite.
 */
async function moveTestCase(
  db: Db,
  actor: Actor,
  testCase: WritableCase,
  { testSuiteId: given, position }: Pick<UpdateTestCase, 'testSuiteId' | 'position'>,
): Promise<WritableCase> {
  const { id, project_id: projectId, test_suite_id: before } = testCase
  const testSuiteId = given ?? before
  if (testSuiteId === before && (position == null || position === testCase.number)) return testCase
  await forgetPlaces(db, [id])
  if (testSuiteId !== before) {
    await findSuiteOfProject(db, actor, projectId, testSuiteId)
    noteChange(db, { kind: 'project', projectId })
  }
  const after = await rankBefore(db, testSuiteId, [testCase], position)
  const [rank] = (await ranksAfter(db, { id: testSuiteId, project_id: projectId }, after, 1)) as [string]
  await placeCases(db, [testCase], [{ id, testSuiteId, rank }])
  noteContent(db, projectId)
  noteEvent(db, { type: 'case.updated', projectId, testCaseIds: [id] })
  return { ...testCase, test_suite_id: testSuiteId, rank, number: (await numbersOf(db, [id])).get(id) as number }
}
