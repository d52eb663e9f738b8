import { PAGE_MAX } from '#shared/page.ts'
import type { Connection } from './connection.ts'

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Resolves a run's key to its id. An unknown key is returned as it is, and the server answers 404. */
export async function findRunId(connection: Connection, idOrKey: string): Promise<string> {
  if (ID.test(idOrKey)) return idOrKey
  const { projectId } = connection
  let cursor: string | undefined
  for (;;) {
    const runs = await connection.call((client) => client.testRuns.list.query({ projectId, limit: PAGE_MAX, cursor }))
    const found = runs.find(({ key }) => key === idOrKey)
    if (found) return found.id
    if (runs.length < PAGE_MAX) return idOrKey
    cursor = runs.at(-1)?.id
  }
}
