import { TEXT_MAX } from '#shared/limits.ts'
import { SUITE_SEPARATOR } from '#shared/test-suites/suite-separator.ts'
import { CreateTestSuite, type TestSuiteListItem, UpdateTestSuite } from '#shared/test-suites/test-suite.ts'
import { findTestSuite } from '../../test-suites/test-suites.repository.ts'
import {
  changeTestSuite,
  createTestSuite,
  deleteTestSuite,
  pageOfProjectSuites,
} from '../../test-suites/test-suites.service.ts'
import { inputOf } from '../../trpc.ts'
import { AddSection, UpdateSection } from './bodies.ts'
import { type Call, type Door, idIn, isSet, type Method, refusal } from './door.ts'
import { findEntity } from './numbers.repository.ts'
import { numbersOf } from './numbers.ts'
import { cut, pageOf, partOf } from './pages.ts'
import { type FoundProject, projectIn, projectOfId, refuseOtherSuite } from './projects.ts'

const unknownSection = () => refusal('Field :section_id is not a valid section.')

/** A section with the project and the other sections in whose names it is nested. */
type Found = { project: FoundProject; sections: Section[]; section: Section }

export async function suiteIdOf({ db, onlyProject, actor }: Door, number: number): Promise<string> {
  const id = await findEntity(db, 'section', number)
  if (id === undefined) throw unknownSection()
  const { project_id } = await findTestSuite(db, actor, id, 'project.read')
  if ((onlyProject ?? project_id) !== project_id) throw unknownSection()
  return id
}

/** The suite of a section in a filter or a body, of this project. */
export async function suiteIdIn(door: Door, project: { id: string }, number: number): Promise<string> {
  const id = await suiteIdOf(door, number)
  const { project_id } = await findTestSuite(door.db, door.actor, id, 'project.read')
  if (project_id !== project.id) throw unknownSection()
  return id
}

export async function projectOfSuite(door: Door, suiteId: string): Promise<FoundProject> {
  const { project_id } = await findTestSuite(door.db, door.actor, suiteId, 'project.read')
  return await projectOfId(door, project_id)
}

async function sectionsOf({ db }: Door, project: FoundProject): Promise<Section[]> {
  return nested((await pageOfProjectSuites(db, project, {})).items)
}

async function findSection(door: Door, call: Call): Promise<Found> {
  const id = await suiteIdOf(door, idIn(call, 0, 'section'))
  const project = await projectOfSuite(door, id)
  return await withSections(door, project, id)
}

async function withSections(door: Door, project: FoundProject, id: string): Promise<Found> {
  const sections = await sectionsOf(door, project)
  const section = sections.find(({ suite }) => suite.id === id)
  if (!section) throw unknownSection()
  return { project, sections, section }
}

export const getSections: Method = async (door, call) => {
  const project = await projectIn(door, call)
  refuseOtherSuite(call, project)
  const part = partOf(call)
  const { rows, hasMore } = cut(await sectionsOf(door, project), part)
  return pageOf(call, part, 'sections', await toAnswers(door, project, rows), hasMore)
}

export const getSection: Method = async (door, call) => {
  const { project, section } = await findSection(door, call)
  return await toAnswer(door, project, section)
}

export const addSection: Method = async (door, call) => {
  const project = await projectIn(door, call)
  const { name, description, parent_id } = inputOf(AddSection, call.body)
  const parentId = parent_id == null ? undefined : await suiteIdIn(door, project, parent_id)
  const parent = parentId === undefined ? undefined : (await withSections(door, project, parentId)).section
  const made = await createTestSuite(
    door,
    inputOf(CreateTestSuite, {
      projectId: project.id,
      name: pathBelow(parent, name),
      description: description?.slice(0, TEXT_MAX),
    }),
  )
  return await toAnswer(door, project, (await withSections(door, project, made.id)).section)
}

/** Sections below it keep their place: their names begin with its name. */
export const updateSection: Method = async (door, call) => {
  const { project, sections, section } = await findSection(door, call)
  const { name, description } = inputOf(UpdateSection, call.body)
  const path = name === undefined ? section.suite.name : pathBelow(section.parent, name)
  const changes = [section, ...below(sections, section)].map(({ suite }) =>
    inputOf(UpdateTestSuite, { id: suite.id, name: path + suite.name.slice(section.suite.name.length) }),
  )
  for (const [index, change] of changes.entries())
    if (index === 0) await changeTestSuite(door, { ...change, description })
    else if (name !== undefined) await changeTestSuite(door, change)
  return await toAnswer(door, project, (await withSections(door, project, section.suite.id)).section)
}

const pathBelow = (parent: Section | undefined, name: string) =>
  parent ? `${parent.suite.name}${SUITE_SEPARATOR}${name}` : name

/** Deletes a section with those below it, as callers expect. `soft` only asks what would be deleted. */
export const deleteSection: Method = async (door, call) => {
  const { sections, section } = await findSection(door, call)
  if (isSet(call, 'soft')) return {}
  for (const { suite } of [...below(sections, section), section]) await deleteTestSuite(door, { id: suite.id })
  return {}
}

function below(sections: Section[], section: Section): Section[] {
  const children = sections.filter(({ parent }) => parent === section)
  return children.flatMap((child) => [...below(sections, child), child])
}

async function toAnswer(door: Door, project: FoundProject, section: Section): Promise<object> {
  const [answer] = await toAnswers(door, project, [section])
  return answer as object
}

async function toAnswers(door: Door, project: FoundProject, sections: Section[]): Promise<object[]> {
  const ids = sections.flatMap(({ suite, parent }) => [suite.id, ...(parent ? [parent.suite.id] : [])])
  const numberOfSuite = await numbersOf(door, 'section', ids)
  return sections.map(({ suite, name, parent, depth }: Section & { suite: TestSuiteListItem }) => ({
    id: numberOfSuite(suite.id),
    name,
    description: suite.description,
    suite_id: project.number,
    parent_id: parent ? numberOfSuite(parent.suite.id) : null,
    depth,
    display_order: suite.number,
  }))
}

/** A suite as a section: `A › B` is B below A, where A exists. */
type Section = { suite: TestSuiteListItem; name: string; parent: Section | undefined; depth: number }

/** The suites of a project as sections, each before those below it. */
function nested(suites: TestSuiteListItem[]): Section[] {
  const sections = new Map<string, Section>()
  for (const suite of suites.toSorted((a, b) => a.name.length - b.name.length || a.number - b.number)) {
    const parent = parentOf(suite.name, sections)
    const name = parent ? suite.name.slice(parent.suite.name.length + SUITE_SEPARATOR.length) : suite.name
    const section = { suite, name, parent, depth: parent ? parent.depth + 1 : 0 }
    // Of suites with the same name, the first one is the parent.
    if (!sections.has(suite.name)) sections.set(suite.name, section)
    else sections.set(`${suite.name}\0${suite.id}`, section)
  }
  const inOrder = [...sections.values()].toSorted((a, b) => a.suite.number - b.suite.number)
  const children = Map.groupBy(inOrder, ({ parent }) => parent)
  const listed = (parent: Section | undefined): Section[] =>
    (children.get(parent) ?? []).flatMap((section) => [section, ...listed(section)])
  return listed(undefined)
}

function parentOf(name: string, sections: Map<string, Section>): Section | undefined {
  for (let at = name.lastIndexOf(SUITE_SEPARATOR); at > 0; at = name.lastIndexOf(SUITE_SEPARATOR, at - 1)) {
    const parent = sections.get(name.slice(0, at))
    if (parent) return parent
  }
  return undefined
}
