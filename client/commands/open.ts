import { spawn } from 'node:child_process'
import type { Connection } from '../connection.ts'
import { findCase } from '../find-case.ts'
import { findRunId, ID } from '../find-run.ts'
import { CallFailure } from '../failures.ts'
import { caseUrl, projectUrl, runUrl } from '../page-urls.ts'
import type { Session } from '../session.ts'

/** Prints the address of a run, a case or the project. Opens it if stdout is a terminal. */
export async function openPage(
  { output, connect }: Session,
  named: string | undefined,
  { browser = true }: { browser?: boolean },
): Promise<void> {
  const url = await addressOf(await connect(), named)
  output.result([url], { url })
  if (browser && process.stdout.isTTY) openInBrowser(url)
}

async function addressOf(connection: Connection, named: string | undefined): Promise<string> {
  if (named === undefined) return projectUrl(connection)
  if (/^c\d+$/i.test(named)) return caseUrl(connection, await findCase(connection, named))
  const testRunId = await findRunId(connection, named)
  try {
    return runUrl(connection, (await connection.call((client) => client.testRuns.overview.query({ testRunId }))).id)
  } catch (error) {
    const mayBeCase = error instanceof CallFailure && error.status === 404 && ID.test(named)
    if (mayBeCase) return caseUrl(connection, await findCase(connection, named))
    throw error
  }
}

const OPENERS: Partial<Record<NodeJS.Platform, { program: string; args?: string[] }>> = {
  darwin: { program: 'open' },
  win32: { program: 'rundll32', args: ['url.dll,FileProtocolHandler'] },
}

/** Failures are ignored: the address was printed. */
function openInBrowser(url: string): void {
  const { program, args = [] } = OPENERS[process.platform] ?? { program: 'xdg-open' }
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}
