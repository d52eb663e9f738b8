import { allPages } from './pages.ts'
import type { Connection } from './connection.ts'
import { CallFailure } from './failures.ts'

/** The ids of quarantined cases of the project; none on a server of an earlier version. */
export async function readQuarantined(connection: Connection): Promise<ReadonlySet<string>> {
  const { projectId } = connection
  try {
    const cases = await allPages((part) =>
      connection.call((client) => client.quarantine.list.query({ projectId, ...part })),
    )
    return new Set(cases.map(({ testCase }) => testCase.id))
  } catch (error) {
    if (error instanceof CallFailure && error.status === 404) return new Set()
    throw error
  }
}
