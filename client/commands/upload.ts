import type { ReportAnswer } from '#shared/test-reports/test-report.ts'
import type { Connection } from '../connection.ts'
import { EXIT } from '../exit-codes.ts'
import { CallFailure, Failure } from '../failures.ts'
import { type FailCondition, checkRun, describeCheck } from '../fail-on.ts'
import { findFiles, type ReportFile } from '../files.ts'
import { count, formatBytes, type Output } from '../output.ts'
import { ReportUpload, type Sent, type UploadOptions } from '../report-upload.ts'
import type { Session } from '../session.ts'

type Options = UploadOptions & { failOn?: FailCondition[] }

/** Sends report files into a run and checks it against --fail-on. */
export async function upload({ output, connect }: Session, args: string[], options: Options): Promise<void> {
  const files = await findFiles(args)
  const connection = await connect()
  const sent = await sendAll(new ReportUpload(connection, options), files, output)
  const testRun = await readRun(connection, (sent.at(-1) as Sent).testRun.id)
  const check = await checkRun(connection, testRun, options.failOn ?? [])
  output.result([...describeRun(testRun), ...describeCheck(check)], {
    testRun,
    files: sent.map(withoutRun),
    failOn: check,
  })
  if (check.met.length > 0) process.exitCode = EXIT.failOn
}

/** Reads the present state: the answer to a repeated file holds the state at its first upload. */
async function readRun(connection: Connection, testRunId: string): Promise<ReportAnswer['testRun']> {
  const { suites: _, ...testRun } = await connection.call((client) => client.testRuns.overview.query({ testRunId }))
  return testRun
}

async function sendAll(upload: ReportUpload, files: ReportFile[], output: Output): Promise<Sent[]> {
  const sent: Sent[] = []
  const bar = output.bar(
    files.reduce((sum, { bytes }) => sum + bytes, 0),
    'bytes',
  )
  for (const [index, file] of files.entries()) {
    const before = sent.reduce((sum, { bytes }) => sum + bytes, 0)
    bar.update(before, file.path)
    if (!bar.isOn) output.note(`Sending ${file.path} (${formatBytes(file.bytes)})`)
    try {
      sent.push(await upload.send(file, index === files.length - 1, (bytes) => bar.update(before + bytes, file.path)))
    } catch (error) {
      throw error instanceof CallFailure ? interrupted(error, upload, sent, files.slice(index)) : error
    }
    for (const line of describeSent(sent.at(-1) as Sent)) output.note(line)
  }
  return sent
}

function interrupted(cause: CallFailure, upload: ReportUpload, sent: Sent[], left: ReportFile[]): Failure {
  const [first] = left
  const lines = [`${first?.path}: ${cause.message}`]
  lines.push(sent.length > 0 ? `Sent: ${sent.map(({ file }) => file).join(', ')}` : 'Nothing was sent')
  lines.push(`Not sent: ${left.map(({ path }) => path).join(', ')}`)
  if (cause.exitCode === EXIT.unreachable) lines.push(howToResume(upload.run))
  const { status } = cause
  return new Failure(cause.exitCode, lines.join('\n'), {
    status,
    files: sent.map(withoutRun),
    notSent: left.map(({ path }) => path),
    run: upload.run,
  })
}

function howToResume(run: string | undefined): string {
  if (run === undefined) return 'Run the same command again to send them'
  return `Run the same command again with --run ${run} to continue. Files already sent are not counted twice`
}

const withoutRun = ({ testRun: _, ...answer }: Sent) => answer

function describeSent({ file, format, isRepeat, ...answer }: Sent): string[] {
  const { declared, recorded, attempts, created, ignored, warnings } = answer
  const counts = [
    count(recorded, 'result'),
    ...(attempts > 0 ? [count(attempts, 'earlier attempt')] : []),
    count(created, 'new case'),
  ]
  const lines = [`${format}, ${isRepeat ? 'sent before, not counted again' : counts.join(', ')}`]
  if (declared !== null && declared > recorded + attempts) lines.push(`the report declares ${count(declared, 'test')}`)
  for (const { element, count: number, reason } of ignored) lines.push(`ignored ${number} × ${element}: ${reason}`)
  return [...lines, ...warnings.map((warning) => `warning: ${warning}`)].map((line) => `${file}: ${line}`)
}

function describeRun({ id, key, status, summary }: ReportAnswer['testRun']): string[] {
  const { total, ...counts } = summary
  const parts = Object.entries(counts).filter(([, number]) => number > 0)
  return [
    `Run ${id}: ${status}${key === null ? '' : ` ${key}`}`,
    `${count(total, 'test')}: ${parts.map(([name, number]) => `${number} ${name}`).join(', ') || 'none'}`,
  ]
}
