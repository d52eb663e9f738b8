import { NAME_MAX } from '#shared/limits.ts'
import type { Connection } from './connection.ts'
import type { Build } from './ci/build.ts'
import { findRun } from './find-run.ts'
import type { Output } from './output.ts'
import type { UploadOptions } from './report-upload.ts'

export type TargetOptions = UploadOptions

export function withBuild(options: TargetOptions, build: Build | undefined, output: Output): TargetOptions {
  const filled = {
    ...options,
    ...present({
      run: options.run ?? build?.run,
      ...factsOf(options, build),
      retry: options.retry ?? (build?.attempt !== undefined && build.attempt > 1 ? true : undefined),
    }),
  }
  if (build) output.note(`${build.ci}: ${describeBuild(filled, build)}`)
  return filled
}

export type FactOptions = {
  branch?: string | undefined
  commit?: string | undefined
  environment?: string | undefined
  buildUrl?: string | undefined
  milestone?: string | undefined
}

/** A variable that is too long for the server is left out: it must not fail the command. */
export function factsOf(options: FactOptions, build: Build | undefined): FactOptions {
  const short = (text: string | undefined) => (text !== undefined && text.length <= NAME_MAX ? text : undefined)
  return {
    branch: options.branch ?? short(build?.branch),
    commit: options.commit ?? short(build?.commit),
    environment: options.environment,
    buildUrl: options.buildUrl ?? short(build?.buildUrl),
    milestone: options.milestone,
  }
}

function describeBuild(
  { run, branch, commit, environment, buildUrl, milestone, retry }: TargetOptions,
  { attempt }: Build,
): string {
  const counted = attempt === undefined ? undefined : `attempt ${attempt}`
  const taken = { run, branch, commit, environment, build: buildUrl, milestone }
  const parts = Object.entries(taken).flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`]))
  return [...parts, ...(counted ? [counted] : []), ...(retry ? ['its results count as retries'] : [])].join(', ')
}

/** If the CI repeats a build whose run has ended, the attempt gets its own run instead of a refusal. */
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

/** Reports go into the run with this ref (R12), unless another run has it as its key. */
export async function withRunOfRef(connection: Connection, options: TargetOptions): Promise<TargetOptions> {
  const { run } = options
  if (run === undefined || !/^r\d+$/i.test(run)) return options
  const named = await findRun(connection, run, { byRef: true })
  return named ? { ...options, run: named.id } : options
}

function present<T extends Record<string, unknown>>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
