import { formatCount } from '#shared/format.ts'
import { z } from 'zod'
import type { Connection } from '../connection.ts'
import { table } from '../output.ts'
import type { Session } from '../session.ts'

const ApiDocument = z.object({ info: z.object({ version: z.string() }) })

export async function whoami({ output, connect }: Session): Promise<void> {
  const connection = await connect()
  const project = await connection.call((client) => client.projects.overview.query({ id: connection.projectId }))
  const { id, name, testSuiteCount, testCaseCount } = project
  const serverVersion = await readVersion(connection)
  const lines = table([
    ['Server', `${connection.url}${serverVersion === null ? '' : ` (version ${serverVersion})`}`],
    ['Project', name],
    ['Id', id],
    ['Content', `${formatCount(testCaseCount, 'case')} in ${formatCount(testSuiteCount, 'suite')}`],
  ])
  output.result(lines, { url: connection.url, serverVersion, project: { id, name, testSuiteCount, testCaseCount } })
}

/** Null if the server does not serve its API document. */
async function readVersion({ url, timeoutMs }: Connection): Promise<string | null> {
  try {
    const response = await fetch(`${url}/api/openapi.json`, { signal: AbortSignal.timeout(timeoutMs) })
    return ApiDocument.parse(await response.json()).info.version
  } catch {
    return null
  }
}
