import { EXIT, type ExitCode } from './exit-codes.ts'
import { CallFailure, Failure } from './failures.ts'
import type { ReportFile } from './files.ts'
import type { Output } from './output.ts'

export type Refused = { file: string; reason: string; exitCode: ExitCode; status: number | undefined }

/** The failure of one file; undefined for a bug. */
export function refusalOf(error: unknown, { path }: ReportFile): Refused | undefined {
  if (error instanceof CallFailure)
    return { file: path, reason: error.message, exitCode: error.exitCode, status: error.status }
  if (error instanceof Failure)
    return { file: path, reason: error.message, exitCode: error.exitCode, status: undefined }
  return undefined
}

/** Wrong credentials or a missing connection would fail every other file too. */
export function endsAll({ exitCode, status = 0 }: Refused): boolean {
  return exitCode === EXIT.unreachable || [401, 403, 404].includes(status)
}

/** The highest code: a refusal is more severe than an unreadable file. */
export function worstExitCode(causes: Refused[]): ExitCode {
  return causes.reduce<ExitCode>((worst, { exitCode }) => (exitCode > worst ? exitCode : worst), EXIT.fine)
}

export function refusedAsJson(refused: Refused[], files: number) {
  const list = refused.map(({ file, reason }) => ({ file, reason }))
  if (refused.length === 0) return { refused: list }
  return { refused: list, error: { message: describeRefused(refused, files), exitCode: worstExitCode(refused) } }
}

export function endWithRefused(refused: Refused[], files: number, output: Output): void {
  if (refused.length === 0) return
  output.error(describeRefused(refused, files))
  process.exitCode = worstExitCode(refused)
}

function describeRefused(refused: Refused[], files: number): string {
  const heading =
    files === 1 ? 'the file was refused:' : `${refused.length} of ${files} files ${wasOrWere(refused)} refused:`
  return [heading, ...refused.map(({ file, reason }) => `  ${file}: ${reason}`)].join('\n')
}

const wasOrWere = ({ length }: Refused[]) => (length === 1 ? 'was' : 'were')
