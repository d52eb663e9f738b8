import { formatCount } from '../format.ts'

type Reason = {
  flips: number
  runs: number
  passedOnRetry: number
  /** The known error messages of the failures; null for a failure by a different value. */
  errors: readonly (string | null)[]
}

const NAME_MAX = 60

/** Why a case is flaky, in words: '8 flips in 30 runs, 3 passed on retry, always: TimeoutError'. */
export function flakyReason({ flips, runs, passedOnRetry, errors }: Reason): string {
  const kinds = [...new Set(errors.map(errorKind))]
  const parts = [
    flips > 0 && `${formatCount(flips, 'flip')} in ${formatCount(runs, 'run')}`,
    passedOnRetry > 0 && `${passedOnRetry} passed on retry${flips > 0 ? '' : ` in ${formatCount(runs, 'run')}`}`,
    errors.length > 1 && (kinds.length === 1 ? `always: ${kinds[0]}` : `${kinds.length} different errors`),
  ]
  return parts.filter((part) => part !== false).join(', ')
}

/** What two messages with the same cause share: the name of the error, or else the first line. */
export function errorKind(message: string | null): string {
  if (message === null) return 'another value'
  const [line = ''] = message.trim().split(/[\r\n]/, 1)
  const name = /^(?:[\w$]+[.:\\]{1,2})*([A-Z][\w$]*(?:Error|Exception|Failure|Timeout))\b/.exec(line.slice(0, 200))?.[1]
  if (name) return name
  return line.length > NAME_MAX ? `${line.slice(0, NAME_MAX)}…` : line
}
