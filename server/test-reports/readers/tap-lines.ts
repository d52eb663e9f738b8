/** A line of TAP, without its indent. */
export type TapLine =
  | {
      kind: 'point'
      isOk: boolean
      number: number | null
      name: string
      directive: TapDirective | null
      durationMs: number | null
      /** Whether a subtest in braces may follow: by a brace before the diagnostics, or on a line after them. */
      opensBlock: 'before' | 'after' | null
    }
  | { kind: 'plan'; count: number; reason: string; todo: number[] }
  | { kind: 'warning' }
  | { kind: 'subtest'; name: string }
  | { kind: 'bailOut'; reason: string }
  | { kind: 'startOfBlock' }
  | { kind: 'endOfBlock' }
  | { kind: 'comment'; failures: number | null }
  | { kind: 'file'; name: string }
  | { kind: 'nothing' }
  | { kind: 'other' }

type TapDirective = { kind: 'skip' | 'todo'; reason: string }

/** A dash may touch the description, but not a `#`: a directive needs white space before it. */
const POINT = /^(not )?ok(?=[\s-]|$)(?:[ \t]+(\d+)\b)?[ \t]*(?:-(?:[ \t]+|$)|(?<=[\dk])-(?=[^\s#]))?(.*)$/
/** A plan may begin after 1 where a stream is one part of several. Perl's Test lists the points to do in it. */
const PLAN = /^([1-9]\d{0,8})\.\.(\d{1,9})(?: todo ([\d ]+);?)?(?:\s*#\s*(.*))?$/
/** A warning of Catch2, which has the number of a point. */
const WARNING = /^warning \d+(?: -|$)/
const SUBTEST = /^# Subtest(?::\s*(.*))?$/
const BAIL_OUT = /^Bail out!\s*(.*)$/i
const FAILURES = /^# fail(?:ed|ures)?:?\s+(\d{1,9})(?:\s+of\b.*|\s+tests?)?$/
/** How prove names the file whose points follow. */
const FILE = /^(\S+\.t) ?\.{2,}(?: (?:ok|skipped.*))?$/
const NOTHING = /^(?:TAP version \d+|pragma [+-].*|)$/i
const DIRECTIVE = /(?:^|\s)#\s*(skip|todo)\w*:?\s*(.*)$/i
const TIME = /#\s*time=([\d.]+)(ms|s)\s*$/

export function readTapLine(line: string): TapLine {
  const point = POINT.exec(line)
  if (point) return pointOf(point)
  const plan = PLAN.exec(line)
  if (plan) return planOf(plan)
  if (WARNING.test(line)) return { kind: 'warning' }
  const subtest = SUBTEST.exec(line)
  if (subtest) return { kind: 'subtest', name: unescape(subtest[1] ?? '') }
  const bailOut = BAIL_OUT.exec(line)
  if (bailOut) return { kind: 'bailOut', reason: bailOut[1] ?? '' }
  if (line === '{') return { kind: 'startOfBlock' }
  if (line === '}') return { kind: 'endOfBlock' }
  const failures = FAILURES.exec(line)?.[1]
  if (line.startsWith('#')) return { kind: 'comment', failures: failures === undefined ? null : Number(failures) }
  const file = FILE.exec(line)?.[1]
  if (file !== undefined) return { kind: 'file', name: file }
  return { kind: NOTHING.test(line) ? 'nothing' : 'other' }
}

function planOf([, first, last, todo = '', reason = '']: RegExpExecArray): TapLine {
  const count = Math.max(Number(last) - Number(first) + 1, 0)
  return { kind: 'plan', count, reason, todo: todo.split(' ').flatMap((number) => Number(number) || []) }
}

function pointOf([, not, number, given = '']: RegExpExecArray): TapLine {
  const text = withoutBrace(given)
  const time = TIME.exec(text)
  const head = time ? text.slice(0, time.index).trimEnd() : text
  const timeless = withoutBrace(head)
  const opensBlock = text !== given || timeless !== head
  const directive = DIRECTIVE.exec(timeless)
  return {
    kind: 'point',
    isOk: not === undefined,
    number: number === undefined ? null : Number(number),
    name: unescape(directive ? timeless.slice(0, directive.index) : timeless),
    directive: directive && {
      kind: directive[1]?.toLowerCase() === 'todo' ? 'todo' : 'skip',
      reason: unescape(directive[2] ?? '').replace(/^-$/, ''),
    },
    durationMs: time ? Number(time[1]) * (time[2] === 's' ? 1000 : 1) : null,
    opensBlock: opensBlock ? 'before' : null,
  }
}

function withoutBrace(text: string): string {
  return /(?:^|\s)\{$/.test(text) ? text.slice(0, -1).trimEnd() : text
}

function unescape(text: string): string {
  return text.replaceAll(/\\([\\#])/g, '$1').trim()
}
