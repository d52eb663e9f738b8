import type { Connection } from './connection.ts'
import type { Build } from './ci/build.ts'
import { findRun } from './find-run.ts'
import type { Output } from './output.ts'
import type { UploadOptions } from './report-upload.ts'

export type TargetOptions = UploadOptions & { branch?: string; commit?: string; buildUrl?: string }

/** Fills what the options leave open from the variables of the CI, and prints what was taken. */
export function withBuild(options: TargetOptions, build: Build | undefined, output: Output): TargetOptions {
  const filled = {
    ...options,
    ...present({
      run: options.run ?? build?.run,
      branch: options.branch ?? build?.branch,
      commit: options.commit ?? build?.commit,
      buildUrl: options.buildUrl ?? build?.buildUrl,
      retry: options.retry ?? (build?.attempt !== undefined && build.attempt > 1 ? true : undefined),
    }),
  }
  if (build) output.note(`${build.ci}: ${describeBuild(filled, build)}`)
  return { ...filled, ...present({ description: filled.description ?? defaultDescription(filled, build) }) }
}

function describeBuild({ run, branch, commit, buildUrl, retry }: TargetOptions, { attempt }: Build): string {
  const counted = attempt === undefined ? undefined : `attempt ${attempt}`
  const taken = { run, branch, commit, build: buildUrl }
  const parts = Object.entries(taken).flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`]))
  return [...parts, ...(counted ? [counted] : []), ...(retry ? ['its results count as retries'] : [])].join(', ')
}

const COMMIT_SHOWN = 8

/** The server has no fields for these yet, so a new run has them in its description. */
function defaultDescription({ branch, commit, buildUrl }: TargetOptions, build: Build | undefined): string | undefined {
  const parts = [build?.ci, branch, commit?.slice(0, COMMIT_SHOWN), buildUrl].filter((part) => part !== undefined)
  return parts.length > 0 ? parts.join(', ') : undefined
}

/**
 * A run that has ended takes no more reports. If the CI repeats a build whose run has ended, the attempt gets a run of
 * its own instead of a refusal.
 */
export async function runOfAttempt(
  connection: Connection,
  options: TargetOptions,
  build: Build | undefined,
  output: Output,
): Promise<TargetOptions> {
  const { run } = options
  if (run === undefined || build?.run !== run || build.attempt === undefined || build.attempt < 2) return options
  const known = await findRun(connection, run)
  if (known === undefined || known.status === 'running') return options
  const own = `${run}-attempt-${build.attempt}`
  output.note(`The run ${run} has ended; this attempt goes into the run ${own}`)
  return { ...options, run: own }
}

function present<T extends Record<string, unknown>>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
