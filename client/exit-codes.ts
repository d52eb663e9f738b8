/** The exit codes of `assay`. The README repeats this table. */
export const EXIT = {
  fine: 0,
  failOn: 1,
  usage: 2,
  refused: 3,
  unreachable: 4,
  bug: 5,
  interrupted: 130,
  terminated: 143,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

export const EXIT_CODES: Record<ExitCode, string> = {
  0: 'done',
  1: 'done, and a condition of --fail-on is met',
  2: 'wrong usage, configuration or input',
  3: 'the server refused (400, 401, 403, 404, 409, …)',
  4: 'the server could not be reached, or kept failing after all retries',
  5: 'assay itself failed: a bug',
  130: 'interrupted by Ctrl-C (SIGINT)',
  143: 'ended by SIGTERM',
}
