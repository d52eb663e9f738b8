import type { Person, TestServer } from '../../server/testing/server.ts'

/** The outcome of a case: a status, or more of it. Undefined: the case is not in the run. */
type Outcome =
  string | { status: string; executionTimeMs?: number; errorMessage?: string; actualValue?: string; defects?: string[] }

/** The outcome of each case of Cart in Nightly 4 and in Nightly 5. Two cases are new failures. */
const CASES: Record<string, [before: Outcome | undefined, after: Outcome | undefined]> = {
  'pays by card': ['passed', { status: 'failed', errorMessage: 'expected 200, got 500' }],
  'pays by invoice': ['passed', { status: 'error', errorMessage: 'Timeout after 30 s' }],
  'pays by direct debit': ['failed', 'passed'],
  'adds a voucher': [
    { status: 'failed', errorMessage: 'no field for a voucher' },
    {
      status: 'failed',
      errorMessage: 'no field for a voucher',
      defects: ['PAY-1', 'https://tracker.example.com/PAY-2'],
    },
  ],
  'exports orders': [
    { status: 'passed', executionTimeMs: 400 },
    { status: 'passed', executionTimeMs: 1_500 },
  ],
  'shows the order': ['passed', undefined],
  'refunds an order': [undefined, 'passed'],
  'signs in': ['passed', 'passed'],
  'signs out': ['passed', 'passed'],
}

/** A project with two ended runs, Nightly 4 and Nightly 5, between which every kind of change happened. */
export async function twoRuns(server: TestServer, owner: Person) {
  const project = await server.project(owner, 'Shop')
  const suite = await server.suite(owner, project.id, 'Cart')
  const cases = new Map<string, { id: string }>()
  for (const name of Object.keys(CASES))
    cases.set(name, await server.testCase(owner, suite.id, { name, type: 'auto', automationKey: `cart.${name}` }))
  const runOf = async (description: string, side: 0 | 1) => {
    const given = Object.entries(CASES).flatMap(([name, outcomes]) => {
      const outcome = outcomes[side]
      return outcome === undefined ? [] : [{ id: cases.get(name)?.id, outcome }]
    })
    const { body: run } = await server.post(
      `/test-runs/project/${project.id}`,
      { description, branch: 'main', environment: 'staging', selection: { testCaseIds: given.map(({ id }) => id) } },
      owner,
    )
    for (const { id, outcome } of given) {
      const execution = typeof outcome === 'string' ? { status: outcome } : outcome
      const { status, body } = await server.post(
        `/test-cases/${id}/execute`,
        { testRunId: run.id, ...execution },
        owner,
      )
      if (status >= 300) throw new Error(`execute answered ${status}: ${body.message}`)
    }
    await server.post(`/test-runs/${run.id}/complete`, { omitResults: true }, owner)
    return run as { id: string; ref: string }
  }
  const before = await runOf('Nightly 4', 0)
  const after = await runOf('Nightly 5', 1)
  return { project, before, after, caseOf: (name: string) => cases.get(name) as { id: string } }
}
