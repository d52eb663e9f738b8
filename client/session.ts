import { type Connection, type ConnectionFlags, connect } from './connection.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'
import { CallFailure, Failure } from './failures.ts'
import { endOnSignals, type Progress } from './interruption.ts'
import { Output } from './output.ts'
import { fileProblem } from './system-errors.ts'

export type Session = {
  output: Output
  /** Commands call it after they have validated their own input. */
  connect: () => Promise<Connection>
  onInterrupt: (describe: Progress) => void
}

export type GlobalFlags = ConnectionFlags & { json?: boolean; quiet?: boolean }

export async function runCommand(flags: GlobalFlags, command: (session: Session) => Promise<void>): Promise<void> {
  const output = new Output(flags)
  const onInterrupt = endOnSignals(output)
  try {
    await command({ output, connect: () => connect(flags, (text) => output.note(text)), onInterrupt })
  } catch (error) {
    const { exitCode, message, details } = outcomeOf(error)
    output.failure(message, { error: { message, exitCode, ...details } })
    process.exitCode = exitCode
  }
}

function outcomeOf(error: unknown): { exitCode: ExitCode; message: string; details: Record<string, unknown> } {
  if (error instanceof Failure) return error
  if (error instanceof CallFailure)
    return { exitCode: error.exitCode, message: error.message, details: { status: error.status } }
  const isSystemError = error instanceof Error && 'syscall' in error
  if (isSystemError) return { exitCode: EXIT.usage, message: fileProblem(error as NodeJS.ErrnoException), details: {} }
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined }
  return { exitCode: EXIT.bug, message: `this is a bug of assay, please report it: ${message}`, details: { stack } }
}
