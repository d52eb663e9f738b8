import { EXIT } from './exit-codes.ts'
import type { Output } from './output.ts'

/** Describes the work done so far: lines of text, and fields for `--json`. */
export type Progress = () => { lines: string[]; details: Record<string, unknown> }

const SIGNALS = { SIGINT: EXIT.interrupted, SIGTERM: EXIT.terminated } as const

/** On Ctrl+C or SIGTERM, prints the work done so far and exits. The returned function sets its description. */
export function endOnSignals(output: Output): (describe: Progress) => void {
  let describe: Progress = () => ({ lines: [], details: {} })
  for (const [signal, exitCode] of Object.entries(SIGNALS)) {
    process.once(signal, () => {
      const { lines, details } = describe()
      const message = [`Interrupted (${signal})`, ...lines].join('\n')
      output.failure(message, { error: { message, exitCode, ...details } })
      process.exit(exitCode)
    })
  }
  return (next) => (describe = next)
}
