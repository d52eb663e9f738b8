import { DomainError } from '#shared/errors.ts'
import { CreateTestCase, type TestCase, type TestCaseDetail, UpdateTestCase } from '#shared/test-cases/test-case.ts'
import { changeTestCases } from '../../test-cases/bulk.service.ts'
import { findExtras } from '../../test-cases/case-lookup.repository.ts'
import { copyTestCases } from '../../test-cases/copy.service.ts'
import { deleteTestCase, deleteTestCases } from '../../test-cases/delete-cases.ts'
import { findTestCase } from '../../test-cases/test-cases.repository.ts'
import { changeEach, changeTestCase, createTestCase, getTestCase } from '../../test-cases/test-cases.service.ts'
import { inputOf } from '../../trpc.ts'
import { AddCase, CaseIds, ChangedCaseIds, UpdateCase } from './bodies.ts'
import { toCaseAnswers } from './case-answers.ts'
import { noteCaseFields } from './case-fields.ts'
import { caseInput } from './case-inputs.ts'
import { type Call, type Door, idIn, isSet, type Method } from './door.ts'
import { caseExtras } from './extras.ts'
import { type FoundProject, projectIn, projectOfId, projectOfNumber } from './projects.ts'
import { caseIdOf, caseIdsOf, unknownCase } from './refs.ts'
import { projectOfSuite, suiteIdIn, suiteIdOf } from './sections.ts'

type Found = { id: string; project: FoundProject }

export async function findCase(door: Door, call: Call): Promise<Found> {
  const id = await caseIdOf(door, idIn(call, 0, 'case'))
  const { project_id } = await findTestCase(door.db, door.actor, id, 'project.read')
  if ((door.onlyProject ?? project_id) !== project_id) throw unknownCase()
  return { id, project: await projectOfId(door, project_id) }
}

export const getCase: Method = async (door, call) => {
  const { id, project } = await findCase(door, call)
  return await toAnswer(door, project, await getTestCase(door, { id }))
}

/** A case with steps is manual: nothing else can execute them. */
export const addCase: Method = async (door, call) => {
  const testSuiteId = await suiteIdOf(door, idIn(call, 0, 'section'))
  const project = await projectOfSuite(door, testSuiteId)
  const fields = caseInput(inputOf(AddCase, call.body))
  const type = fields.steps && fields.steps.length > 0 ? 'manual' : 'auto'
  const extras = caseExtras(call.body)
  const made = await createTestCase(door, inputOf(CreateTestCase, { ...fields, type, extras, testSuiteId }))
  await noteCaseFields(door, project, [made.extras])
  return await toAnswer(door, project, made)
}

export const updateCase: Method = async (door, call) => {
  const { id, project } = await findCase(door, call)
  const changed = await change(door, project, id, call.body)
  await noteCaseFields(door, project, [changed.extras])
  return await toAnswer(door, project, changed)
}

/** All of them change, or none. */
export const updateCases: Method = async (door, call) => {
  const project = await projectOfNumber(door, idIn(call, 0, 'suite'))
  const { case_ids } = inputOf(ChangedCaseIds, call.body)
  const ids = await caseIdsOf(door, project.id, case_ids, 'case_ids')
  const changed = await changeEach(door, { id: project.id, ids }, (db, id) =>
    changeInput({ ...door, db }, project, id, call.body),
  )
  await noteCaseFields(
    door,
    project,
    changed.map(({ extras }) => extras),
  )
  return { updated_cases: await toCaseAnswers(door, project, changed) }
}

const TRIES = 5

/** Extras are read, changed and written: if the case changes meanwhile, again. */
async function change(door: Door, project: FoundProject, id: string, body: unknown): Promise<TestCaseDetail> {
  for (let tries = 1; ; tries += 1)
    try {
      return await changeTestCase(door, await changeInput(door, project, id, body))
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'CONFLICT') || tries === TRIES) throw error
    }
}

async function changeInput(door: Door, project: FoundProject, id: string, body: unknown): Promise<UpdateTestCase> {
  const given = inputOf(UpdateCase, body)
  const { section_id } = given
  const testSuiteId = section_id == null ? undefined : await suiteIdIn(door, project, section_id)
  const { extras: known, references, revision } = await getTestCase(door, { id })
  const extras = caseExtras(body, known, references)
  const kept = extras && { extras, baseRevision: revision }
  return inputOf(UpdateTestCase, { ...caseInput(given), ...kept, id, testSuiteId })
}

export const deleteCase: Method = async (door, call) => {
  const { id } = await findCase(door, call)
  if (!isSet(call, 'soft')) await deleteTestCase(door, { id })
  return {}
}

/** Addressed by the project, or by its one suite, which has the same number. */
export const deleteCases: Method = async (door, call) => {
  const project = await projectIn(door, call)
  const ids = await caseIdsOf(door, project.id, inputOf(CaseIds, call.body).case_ids, 'case_ids')
  if (!isSet(call, 'soft') && ids.length > 0) await deleteTestCases(door, { id: project.id, ids })
  return {}
}

export const moveCases: Method = async (door, call) => {
  const { project, testSuiteId, ids } = await toSection(door, call)
  if (ids.length > 0) await changeTestCases(door, { id: project.id, ids, moveTo: { testSuiteId } })
  return {}
}

export const copyCases: Method = async (door, call) => {
  const { project, testSuiteId, ids } = await toSection(door, call)
  if (ids.length > 0) await copyTestCases(door, { id: project.id, ids, testSuiteId })
  return {}
}

async function toSection(door: Door, call: Call) {
  const testSuiteId = await suiteIdOf(door, idIn(call, 0, 'section'))
  const project = await projectOfSuite(door, testSuiteId)
  const { case_ids } = inputOf(CaseIds, call.body)
  return { project, testSuiteId, ids: await caseIdsOf(door, project.id, case_ids, 'case_ids') }
}

async function toAnswer(door: Door, project: FoundProject, testCase: TestCaseDetail): Promise<object> {
  const [answer] = await toCaseAnswers(door, project, [testCase])
  return answer as object
}

/** Lists read cases without their extras. */
export async function withExtras({ db }: Door, cases: TestCase[]): Promise<TestCaseDetail[]> {
  const extras = await findExtras(
    db,
    cases.map(({ id }) => id),
  )
  return cases.map((testCase) => ({ ...testCase, externalKey: null, extras: extras.get(testCase.id) ?? {} }))
}
