import { SearchTestCases, type CaseFilter } from '#shared/test-cases/search.ts'
import type { TestCase, TestCaseDetail } from '#shared/test-cases/test-case.ts'
import { searchTestCases } from '../../test-cases/search/search.service.ts'
import { giveWay } from '../../limits/give-way.ts'
import { inputOf } from '../../trpc.ts'
import { hasType, toCaseAnswers } from './case-answers.ts'
import { withExtras } from './cases.ts'
import { priorityOf } from './constants.ts'
import { type Call, type Door, type Method, numberIn, numbersIn } from './door.ts'
import { type Part, pageOf, partOf } from './pages.ts'
import { type FoundProject, projectIn, refuseOtherSuite } from './projects.ts'
import { suiteIdIn } from './sections.ts'

export const getCases: Method = async (door, call) => {
  const project = await projectIn(door, call)
  refuseOtherSuite(call, project)
  const part = partOf(call)
  const wanted = await filterIn(door, call, project)
  const title = call.query.get('filter')?.trim().toLowerCase()
  const types = numbersIn(call, 'type_id')
  const rows = wanted === undefined ? [] : await casesOf(door, project, wanted, { title, types }, part)
  const shown = rows.slice(0, part.limit)
  return pageOf(call, part, 'cases', await toCaseAnswers(door, project, shown), rows.length > part.limit)
}

/** Undefined when nothing can match. */
async function filterIn(door: Door, call: Call, project: FoundProject): Promise<CaseFilter | undefined> {
  const section = call.query.get('section_id')
  const priority = numbersIn(call, 'priority_id')?.flatMap((id) => priorityOf(id) ?? [])
  if (priority?.length === 0) return undefined
  return {
    ...(section && { testSuiteId: [await suiteIdIn(door, project, numberIn(section, 'section_id'))] }),
    ...(priority && { priority }),
  }
}

const READ_AT_ONCE = 1_000

/** What no index finds, a part of a title and a type in extras. All cases are read for it. */
type ReadFilter = { title: string | undefined; types: number[] | undefined }

/** The page and one row more. */
async function casesOf(
  door: Door,
  { id }: FoundProject,
  filter: CaseFilter,
  { title, types }: ReadFilter,
  { limit, offset }: Part,
): Promise<TestCaseDetail[]> {
  const input = inputOf(SearchTestCases, { id, ...filter })
  if (!title && !types)
    return await withExtras(door, await searchTestCases(door, { ...input, limit: limit + 1, offset }))
  const found: TestCaseDetail[] = []
  for (let cursor: string | undefined; found.length <= offset + limit;) {
    const rows: TestCase[] = await searchTestCases(door, { ...input, limit: READ_AT_ONCE, ...(cursor && { cursor }) })
    const named = title ? rows.filter(({ name }) => name.toLowerCase().includes(title)) : rows
    const detailed = await withExtras(door, named)
    found.push(...(types ? detailed.filter((row) => hasType(row, types)) : detailed))
    cursor = rows.at(-1)?.id
    if (rows.length < READ_AT_ONCE) break
    await giveWay()
  }
  return found.slice(offset, offset + limit + 1)
}
