import { formatCount } from '#shared/format.ts'
import type { ReportCheck } from '#shared/test-reports/test-report.ts'
import { sumSummaries } from '#shared/test-runs/summary.ts'
import { describeIgnored, describeSummary } from './describe-upload.ts'
import { Failure } from './failures.ts'
import type { ReportFile } from './files.ts'
import { Folding } from './fold.ts'
import type { Progress } from './interruption.ts'
import type { Output } from './output.ts'
import { endsAll, endWithRefused, type Refused, refusalOf, refusedAsJson } from './refused.ts'
import type { ReportUpload } from './report-upload.ts'
import type { TargetOptions } from './upload-target.ts'

type Checked = ReportCheck & { file: string; bytes: number }

/** A dry run: prints what the server reads in each file, and the target run. Records nothing. */
export async function dryRun(
  upload: ReportUpload,
  files: ReportFile[],
  target: TargetOptions,
  output: Output,
): Promise<void> {
  const checked: Checked[] = []
  const refused: Refused[] = []
  for (const file of files) {
    try {
      checked.push({ file: file.path, bytes: file.bytes, ...(await upload.check(file)) })
    } catch (error) {
      const refusal = refusalOf(error, file)
      if (refusal === undefined) throw error
      if (endsAll(refusal)) throw new Failure(refusal.exitCode, `${refusal.file}: ${refusal.reason}`)
      refused.push(refusal)
    }
  }
  const summary = sumSummaries(checked.map((report) => report.summary))
  const folding = new Folding()
  const lines = [
    ...checked.flatMap((file) => describeChecked(file, folding)),
    ...folding.rest().map((line) => `warning: ${line}`),
    ...describeIgnored(checked),
    `${formatCount(checked.length, 'report')}, ${describeSummary(summary)}`,
    `${describeTarget(target)}. Nothing was recorded`,
  ]
  const { run, description, shard, complete = false, retry = false } = target
  output.result(lines, {
    dryRun: true,
    target: { run, description, shard, complete, retry },
    summary,
    files: checked,
    ...refusedAsJson(refused, files.length),
  })
  endWithRefused(refused, files.length, output)
}

export const nothingRecorded: Progress = () => ({ lines: ['Nothing was recorded'], details: {} })

function describeChecked({ file, format, summary, attempts, warnings }: Checked, folding: Folding): string[] {
  const earlier = attempts > 0 ? `, ${formatCount(attempts, 'earlier attempt')}` : ''
  const shown = warnings.filter((message) => folding.isShown({ message }))
  const lines = [`${format}, ${describeSummary(summary)}${earlier}`, ...shown.map((text) => `warning: ${text}`)]
  return lines.map((line) => `${file}: ${line}`)
}

function describeTarget({ run, shard, complete, retry }: TargetOptions): string {
  const parts = [
    run === undefined ? 'An upload would start a new run' : `An upload would go into the run ${run}`,
    ...(shard === undefined ? [] : [`as shard ${shard}`]),
    ...(retry ? ['as a retry'] : []),
    ...(complete ? ['and complete it'] : []),
  ]
  return parts.join(' ')
}
