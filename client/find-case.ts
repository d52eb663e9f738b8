import type { CaseResult } from '#shared/test-runs/test-run.ts'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import type { Connection } from './connection.ts'
import { usageFailure } from './failures.ts'
import { ID } from './find-run.ts'

export async function findCase(connection: Connection, idOrRef: string): Promise<TestCase> {
  const { projectId } = connection
  return await connection.call((client) =>
    ID.test(idOrRef)
      ? client.testCases.get.query({ id: idOrRef })
      : client.testCases.byRef.query({ projectId, ref: idOrRef }),
  )
}

/** Page size. Small, because a result can have a long trace. */
const PAGE = 50

/** The result of a case in a run. Reads newest first: the run is likely to be recent. */
export async function findResult(connection: Connection, testCase: TestCase, testRunId: string): Promise<CaseResult> {
  let cursor: string | undefined
  for (;;) {
    const page = { id: testCase.id, limit: PAGE, cursor }
    const results = await connection.call((client) => client.testCases.results.query(page))
    const found = results.find(({ testRun }) => testRun.id === testRunId)
    if (found) return found
    if (results.length < PAGE) throw usageFailure(`the run has no case ${testCase.ref}`)
    cursor = results.at(-1)?.testRun.id
  }
}
