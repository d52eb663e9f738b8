import { expect, test } from 'vitest'
import { useTestServer } from '../../testing/use-server.ts'
import { projectAtDoor, type TestRailCaller } from './testing.ts'

/* trcli is no npm package: these are the calls of trcli 1.15.1 for a report in JUnit, in its order and its numbers. */

const server = await useTestServer()

const TESTS = 200
const RESULTS_AT_ONCE = 50
const CASES_AT_ONCE = 10

type Test = { section: string; title: string; automationId: string }

const TESTS_OF_REPORT: Test[] = Array.from({ length: TESTS }, (_, index) => ({
  section: index < 120 ? 'cart' : 'payment',
  title: `test ${index}`,
  automationId: `shop.test_${index}`,
}))

/** `trcli -y parse_junit -f report.xml`, with three files attached to failures. */
async function parseJunit(door: TestRailCaller, projectName: string) {
  const projects = await door.all('get_projects', 'projects')
  const { id: projectId } = projects.find(({ name }) => name === projectName)
  const fields = (await door.get('get_case_fields')).body
  expect(fields.find((field: any) => field.system_name === 'custom_automation_id')).toMatchObject({
    is_active: true,
    configs: [{ context: { is_global: true } }],
  })
  const [{ id: suiteId }] = await door.all(`get_suites/${projectId}`, 'suites')
  const sections = await door.all(`get_sections/${projectId}&suite_id=${suiteId}`, 'sections')
  const sectionIds = new Map(sections.map(({ name, id }) => [name, id]))
  for (const name of new Set(TESTS_OF_REPORT.map(({ section }) => section)))
    if (!sectionIds.has(name))
      sectionIds.set(name, (await door.post(`add_section/${projectId}`, { suite_id: suiteId, name })).body.id)
  const cases = await door.all(`get_cases/${projectId}&suite_id=${suiteId}`, 'cases')
  const caseIds = new Map<string, number>(cases.map((one) => [one.custom_automation_id, one.id]))
  const missing = TESTS_OF_REPORT.filter(({ automationId }) => !caseIds.has(automationId))
  for (let from = 0; from < missing.length; from += CASES_AT_ONCE)
    await Promise.all(
      missing.slice(from, from + CASES_AT_ONCE).map(async ({ section, title, automationId }) => {
        const added = await door.post(`add_case/${sectionIds.get(section)}`, {
          section_id: sectionIds.get(section),
          title,
          custom_automation_id: automationId,
        })
        caseIds.set(automationId, added.body.id)
      }),
    )
  const run = await door.post(`add_run/${projectId}`, {
    name: 'Nightly',
    description: 'From CI',
    suite_id: suiteId,
    milestone_id: null,
    include_all: false,
    case_ids: [...caseIds.values()],
    refs: '',
  })
  const runId: number = run.body.id
  const parts = Array.from({ length: TESTS / RESULTS_AT_ONCE }, (_, part) => {
    const tests = TESTS_OF_REPORT.slice(part * RESULTS_AT_ONCE, (part + 1) * RESULTS_AT_ONCE)
    return tests.map(({ automationId }, index) => {
      const isFailed = part === 0 && index < 3
      return {
        case_id: caseIds.get(automationId),
        comment: isFailed ? 'Type: AssertionError\nMessage: no\nText: at line 1' : '',
        attachments: [],
        status_id: isFailed ? 5 : 1,
        elapsed: '1s',
        defects: '',
        version: '',
      }
    })
  })
  const answers = await Promise.all(parts.map((results) => door.post(`add_results_for_cases/${runId}`, { results })))
  for (const { id } of answers[0]?.body.slice(0, 3) ?? [])
    expect(await door.upload(`add_attachment_to_result/${id}`, 'log.txt', 'what happened')).toMatchObject({
      status: 200,
      body: { attachment_id: expect.any(Number) },
    })
  await door.post(`close_run/${runId}`)
  return { runId, projectId, created: missing.length }
}

test('trcli brings 200 tests with three files, and brings them again without a new case', async () => {
  const { door, project } = await projectAtDoor(server, 'Ada')
  const first = await parseJunit(door, project.name)
  expect(first.created).toBe(TESTS)
  const run = (await door.get(`get_run/${first.runId}`)).body
  expect(run).toMatchObject({ passed_count: 197, failed_count: 3, untested_count: 0, is_completed: true })
  const failed = await door.all(`get_tests/${first.runId}&status_id=5`, 'tests')
  for (const { id } of failed) expect((await door.get(`get_attachments_for_test/${id}`)).body.size).toBe(1)
  const second = await parseJunit(door, project.name)
  expect(second).toMatchObject({ created: 0, runId: first.runId + 1 })
  expect(await door.all(`get_cases/${first.projectId}`, 'cases')).toHaveLength(TESTS)
})

test('trcli takes back what it added when it fails', async () => {
  const { door, projectId } = await projectAtDoor(server, 'Bob')
  const { id: section } = (await door.post(`add_section/${projectId}`, { name: 'new' })).body
  const added = (await door.post(`add_case/${section}`, { title: 'new' })).body
  const run = (await door.post(`add_run/${projectId}`, { name: 'R', include_all: false, case_ids: [added.id] })).body
  for (const call of [`delete_run/${run.id}`, `delete_case/${added.id}`, `delete_section/${section}`])
    expect(await door.post(call, {}), call).toMatchObject({ status: 200 })
})
