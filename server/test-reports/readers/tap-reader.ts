import { tapTests } from './tap-tests.ts'
import { linesReader } from './text-lines.ts'

/** How a TAP file may begin. */
export const TAP_START = /^(?:TAP version \d|1\.\.\d|(?:not )?ok\b|# ?\S|Bail out!|pragma [+-])/i

/** A line that shows TAP to begin after other output. */
export const TAP_LINE = /^(?:TAP version 1\d\s*|1\.\.\d+|(?:not )?ok \d+(?:[\s-].*)?)$/m

export const tapReader = linesReader({
  format: 'tap',
  title: 'TAP',
  lineMax: 1_000_000,
  open: tapTests,
})
