import { readBuild } from '../ci/build.ts'
import { isGitHubActions, reportToGitHub } from '../ci/github.ts'
import type { Connection } from '../connection.ts'
import { describeIgnored, describeRun, withoutRun } from '../describe-upload.ts'
import { EXIT } from '../exit-codes.ts'
import { type FailCondition, checkRun, describeCheck } from '../fail-on.ts'
import { findFiles, type ReportFile } from '../files.ts'
import type { Output } from '../output.ts'
import { describeRefused, worstExitCode } from '../refused.ts'
import { ReportUpload } from '../report-upload.ts'
import { FileSender } from '../send-files.ts'
import type { Session } from '../session.ts'
import { runOfAttempt, type TargetOptions, withBuild } from '../upload-target.ts'

type Options = TargetOptions & {
  failOn?: FailCondition[]
  /** Whether to read the variables of the CI. */
  ci: boolean
}

/** Sends report files into a run and checks it against --fail-on. */
export async function upload(session: Session, args: string[], options: Options): Promise<void> {
  const files = await findFiles(args)
  const connection = await session.connect()
  const build = options.ci ? readBuild(process.env) : undefined
  const target = withBuild(options, build, session.output)
  await send(session, connection, files, {
    ...options,
    ...(await runOfAttempt(connection, target, build, session.output)),
  })
}

async function send(session: Session, connection: Connection, files: ReportFile[], options: Options): Promise<void> {
  const { output } = session
  const sender = new FileSender(new ReportUpload(connection, options), files)
  session.onInterrupt(sender.progress)
  await sender.sendAll(options.complete ?? false, output)
  const { sent, refused } = sender
  for (const line of describeIgnored(sent)) output.note(line)
  const testRun = await readRun(connection, (sent.at(-1) as (typeof sent)[number]).testRun.id)
  const url = runUrl(connection, testRun.id)
  const check = await checkRun(connection, { testRun, files: sent }, options.failOn ?? [])
  const error =
    refused.length > 0
      ? { message: describeRefused(refused, files.length), exitCode: worstExitCode(refused) }
      : undefined
  output.result([...describeRun(testRun), ...describeCheck(check), url], {
    testRun,
    url,
    files: sent.map(withoutRun),
    refused: refused.map(({ file, reason }) => ({ file, reason })),
    failOn: check,
    ...(error && { error }),
  })
  if (options.ci && isGitHubActions(process.env))
    await reportToGitHub(connection, output, { testRun, url, refused }, process.env)
  if (check.met.length > 0) process.exitCode = EXIT.failOn
  if (error) endWith(error, output)
}

function endWith({ message, exitCode }: { message: string; exitCode: number }, output: Output): void {
  output.error(message)
  process.exitCode = exitCode
}

/** The page of the run in the browser. */
function runUrl({ url, projectId }: Connection, runId: string): string {
  return `${url}/projects/${encodeURIComponent(projectId)}?tab=runs&run=${runId}`
}

/** Reads the present state: the answer to a repeated file holds the state at its first upload. */
async function readRun(connection: Connection, testRunId: string) {
  const { suites: _, ...testRun } = await connection.call((client) => client.testRuns.overview.query({ testRunId }))
  return testRun
}
