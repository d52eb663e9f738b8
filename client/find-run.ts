import { PAGE_MAX } from '#shared/page.ts'
import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import type { Connection } from './connection.ts'

export const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Resolves a run's key or ref (R12) to its id. An unknown one is returned unchanged; the server then answers 404. */
export async function findRunId(connection: Connection, idOrKey: string): Promise<string> {
  if (ID.test(idOrKey)) return idOrKey
  return (await findRun(connection, idOrKey, { byRef: true }))?.id ?? idOrKey
}

export async function findRun(
  connection: Connection,
  key: string,
  { byRef = false } = {},
): Promise<TestRunListItem | undefined> {
  const { projectId } = connection
  let named: TestRunListItem | undefined
  let cursor: string | undefined
  for (;;) {
    const runs = await connection.call((client) => client.testRuns.list.query({ projectId, limit: PAGE_MAX, cursor }))
    const found = runs.find((run) => run.key === key)
    if (byRef) named ??= runs.find((run) => run.ref === key.toUpperCase())
    if (found || runs.length < PAGE_MAX) return found ?? named
    cursor = runs.at(-1)?.id
  }
}
