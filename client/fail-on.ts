import { FAILURE_STATUSES } from '#shared/test-results/severity.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import type { AssayClient } from './api.ts'
import type { Connection } from './connection.ts'
import { count } from './output.ts'
import { allPages } from './pages.ts'

export const FAIL_CONDITIONS = [...FAILURE_STATUSES, 'new-failures'] as const
export type FailCondition = (typeof FAIL_CONDITIONS)[number]

type Failing = { suite: string; name: string; status: string; errorMessage: string | null }
export type FailCheck = { conditions: FailCondition[]; met: FailCondition[]; failing: Record<string, Failing[]> }

type Run = { id: string; summary: { failed: number; error: number } }

/** The conditions that a run meets, with the tests that meet them. */
export async function checkRun(connection: Connection, run: Run, conditions: FailCondition[]): Promise<FailCheck> {
  const failing: Record<string, Failing[]> = {}
  for (const condition of conditions) {
    if (condition !== 'new-failures' && run.summary[condition] === 0) continue
    const results = await allPages((part) =>
      connection.call((client) => failingResults(client, run.id, condition, part)),
    )
    if (results.length > 0) failing[condition] = results.map(toFailing)
  }
  return { conditions, met: conditions.filter((condition) => condition in failing), failing }
}

const NAMES_SHOWN = 50

const HEADINGS: Record<FailCondition, string> = {
  failed: 'failed',
  error: 'ended in an error',
  'new-failures': 'newly failing',
}

/** Lists the failing tests by name, up to 50 for each condition. */
export function describeCheck({ met, failing }: FailCheck): string[] {
  return met.flatMap((condition) => {
    const tests = failing[condition] ?? []
    const names = tests.slice(0, NAMES_SHOWN).map(({ suite, name }) => `  ${suite} › ${name}`)
    const rest = tests.length > NAMES_SHOWN ? [`  … and ${tests.length - NAMES_SHOWN} more`] : []
    return [`${count(tests.length, 'test')} ${HEADINGS[condition]}:`, ...names, ...rest]
  })
}

type Part = { limit: number; offset: number }

async function failingResults(
  client: AssayClient,
  testRunId: string,
  condition: FailCondition,
  part: Part,
): Promise<TestResult[]> {
  if (condition === 'new-failures') return await client.testResults.newFailures.query({ testRunId, ...part })
  return await client.testResults.listInRun.query({ testRunId, status: condition, ...part })
}

function toFailing({ testCase, status, errorMessage }: TestResult): Failing {
  return { suite: testCase.testSuite.name, name: testCase.name, status, errorMessage }
}
