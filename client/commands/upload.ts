import { dryRun, nothingRecorded } from '../check-files.ts'
import { readBuild } from '../ci/build.ts'
import { isGitHubActions, reportToGitHub } from '../ci/github.ts'
import type { Connection } from '../connection.ts'
import { describeIgnored, describeRun, withoutRun } from '../describe-upload.ts'
import { EXIT } from '../exit-codes.ts'
import { type FailCondition, checkRun, conditionsOf, describeCheck } from '../fail-on.ts'
import { usageFailure } from '../failures.ts'
import { findFiles, type ReportFile, STDIN } from '../files.ts'
import { runUrl } from '../page-urls.ts'
import { endWithRefused, refusedAsJson } from '../refused.ts'
import { readQuarantined } from '../quarantine.ts'
import { ReportUpload } from '../report-upload.ts'
import { FileSender } from '../send-files.ts'
import type { Session } from '../session.ts'
import { runOfAttempt, type TargetOptions, withBuild, withRunOfRef } from '../upload-target.ts'

type Options = TargetOptions & {
  failOn?: FailCondition[]
  allowEmpty?: boolean
  includeQuarantined?: boolean
  ci: boolean
  dryRun?: boolean
  secret?: string
}

export async function upload(session: Session, args: string[], options: Options): Promise<void> {
  if (args.includes(STDIN) && options.secret === STDIN)
    throw usageFailure('standard input cannot be both a report and the secret. Give the secret as ASSAY_CLIENT_SECRET')
  const files = await findFiles(args)
  const connection = await session.connect()
  const build = options.ci ? readBuild(process.env) : undefined
  const asked = await withRunOfRef(connection, withBuild(options, build, session.output))
  const target = { ...options, ...(await runOfAttempt(connection, asked, build, session.output)) }
  const reports = new ReportUpload(connection, target)
  if (!options.dryRun) return await send(session, connection, reports, files, target)
  session.onInterrupt(nothingRecorded)
  await dryRun(reports, files, target, session.output)
}

async function send(
  session: Session,
  connection: Connection,
  reports: ReportUpload,
  files: ReportFile[],
  options: Options,
): Promise<void> {
  const { output } = session
  const sender = new FileSender(reports, files)
  session.onInterrupt(sender.progress)
  await sender.sendAll(options.complete ?? false, output)
  const { sent, refused } = sender
  for (const line of describeIgnored(sent)) output.note(line)
  const testRun = await readRun(connection, (sent.at(-1) as (typeof sent)[number]).testRun.id)
  const url = runUrl(connection, testRun.id)
  const quarantined = await readQuarantined(connection)
  const ignored = options.includeQuarantined ? new Set<string>() : quarantined
  const check = await checkRun(
    connection,
    { testRun, files: sent },
    conditionsOf(options.failOn, options.allowEmpty),
    ignored,
  )
  output.result([...describeRun(testRun), ...describeCheck(check), url], {
    testRun,
    url,
    files: sent.map(withoutRun),
    failOn: check,
    ...refusedAsJson(refused, files.length),
  })
  if (options.ci && isGitHubActions(process.env))
    await reportToGitHub(connection, output, { testRun, url, refused, quarantined }, process.env)
  if (check.met.length > 0) process.exitCode = EXIT.failOn
  endWithRefused(refused, files.length, output)
}

/** The response to a repeated file has the state at its first upload, so the run is read again. */
async function readRun(connection: Connection, testRunId: string) {
  const { suites: _, ...testRun } = await connection.call((client) => client.testRuns.overview.query({ testRunId }))
  return testRun
}
