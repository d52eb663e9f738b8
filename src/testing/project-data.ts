import { rankOfRef } from '../../server/database/ranks.ts'
import type { Person, TestServer } from '../../server/testing/server.ts'

export async function sampleProject(server: TestServer, owner: Person, name = 'Checkout') {
  const project = await server.project(owner, name)
  const payments = await server.suite(owner, project.id, 'Payments')
  const receipts = await server.suite(owner, project.id, 'Receipts')
  const json = '{"status":"paid","lines":[{"sku":"A-1","amount":19.90}]}'
  const cases = {
    text: await server.testCase(owner, payments.id, { name: 'Confirms the card', expectedValue: 'Thank you' }),
    number: await server.testCase(owner, payments.id, {
      name: 'Adds up the total',
      expectedValueType: 'number',
      expectedValue: '42.50',
    }),
    flag: await server.testCase(owner, payments.id, {
      name: 'Keeps the cart',
      expectedValueType: 'boolean',
      expectedValue: 'true',
    }),
    auto: await server.testCase(owner, receipts.id, {
      name: 'Answers with the order',
      type: 'auto',
      expectedValue: json,
    }),
    late: await server.testCase(owner, receipts.id, { name: 'Shows the receipt', expectedValue: 'Receipt' }),
  }
  return { project, payments, receipts, cases }
}

/** Today, or another day, as the app formats it, in the time zone of the tests. */
export const today = (at = new Date()) =>
  new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(at)

export async function addTester(server: TestServer, owner: Person, projectId: string, tester: Person): Promise<void> {
  await server.post(`/projects/${projectId}/members`, { userId: tester.id }, owner)
}

/** Inserts suites with cases directly into the database: API calls would take minutes. */
export async function fillProject(
  server: TestServer,
  projectId: string,
  suites: number,
  casesPerSuite: number,
): Promise<void> {
  const at = new Date().toISOString()
  const { write } = server.services
  for (let suite = 1; suite <= suites; suite += 1) {
    const test_suite_id = `${projectId}-${suite}`
    const cases = Array.from({ length: casesPerSuite }, (_, index) => ({
      id: `${test_suite_id}-${index + 1}`,
      test_suite_id,
      project_id: projectId,
      ref: `C${(suite - 1) * casesPerSuite + index + 1}`,
      revision: 1,
      name: `Case ${index + 1} of suite ${suite}`,
      description: null,
      type: 'manual' as const,
      expected_value_type: 'string' as const,
      expected_value: 'ok',
      priority: 'medium' as const,
    }))
    await write({ project: projectId }, async (db) => {
      await db
        .updateTable('projects')
        .set({ last_case_number: suite * casesPerSuite })
        .where('id', '=', projectId)
        .execute()
      await db
        .insertInto('test_suites')
        .values({
          id: test_suite_id,
          project_id: projectId,
          name: `Suite ${suite}`,
          description: null,
          number: suite,
          created_at: at,
        })
        .execute()
      await db
        .insertInto('test_cases')
        .values(
          cases.map((testCase, index) => ({
            ...testCase,
            rank: rankOfRef(testCase.ref),
            number: index + 1,
            created_at: at,
            updated_at: at,
          })),
        )
        .execute()
      await db
        .insertInto('test_case_revisions')
        .values(cases.map(({ id: test_case_id, ...content }) => ({ test_case_id, ...content })))
        .execute()
    })
  }
}

/** The number of timing attempts: load on the machine only ever adds to a duration. */
export const ATTEMPTS = 5

type Timed = { prepare: () => Promise<void>; step: (attempt: number) => Promise<void> }

/** The shortest duration of each step, in milliseconds. The steps alternate, so that all meet the same load. */
export async function quickest(...timed: Timed[]): Promise<number[]> {
  const shortest = timed.map(() => Infinity)
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1)
    for (const [index, { prepare, step }] of timed.entries()) {
      await prepare()
      const started = performance.now()
      await step(attempt)
      shortest[index] = Math.min(shortest[index] ?? NaN, performance.now() - started)
    }
  return shortest
}
