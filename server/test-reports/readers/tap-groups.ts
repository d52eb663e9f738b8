/** Counts and remarks that TAP writers print as comments. */
const REMARKS = [
  /^(?:tests?|suites?|asserts?|pass(?:ed)?|ok|fail(?:ed|ures?)?|skip(?:ped)?|todo|cancelled|total|duration\w*|time|plan)\b[ :=]*[\d.]+ ?(?:m?s|%|tests?|of \d.*)?$/i,
  /^(?:not )?ok \d/i,
  /^(?:ok|not ok|all tests passed|no tests|success)[.!]?$/i,
  /^(?:looks like |failed test|(?:expected|actual|got|found|operator) ?:|time=|subtest\b|totals?:|at \S+.*\d$)/i,
  /^(?:(?:skip|todo)\b|TAP (?:version|emitted) )/i,
  /^(?:running|starting|ran|executing|using)\b.*\d/i,
  /^(?:RUN|OK|PASSED|FAILED)\b/,
  /^[\d\W]*$/,
]
/** bats and Test::More begin the diagnostics of a failed point in this way. */
const DIAGNOSTICS = /^#(?:\s{2}| \((?:in test file|from function) )/
const GROUP = /^# (\S.*)$/
const PYTHON = /^TAP results for /
/** tape's heading of a test to do. */
const TODO = /^TODO (?=\S)/
const GROUP_MAX = 255

/** Texts that differ from run to run, of comments that a test prints: times, ports, ids, versions, paths. */
const CHANGING = [
  /\d{5}|\d\.\d{3}|\d+\.\d+\.\d+/,
  /\d ?(?:[mnµ]s|s|sec(?:ond)?s?|min(?:ute)?s?|%|[kKMG]i?B)\b/,
  /\d:\d\d\b|\d{4}-\d\d-\d\d/,
  /\b(?=[a-f]*\d)[0-9a-f]{8,}\b/i,
  /(?:^|\s)(?:\/|[A-Z]:\\)\S+[/\\]\S+|:\/\/|localhost/,
]

/**
 * The group of the points of a flat stream: tape prints its name as a comment before its first point. The comments of
 * `t.comment()` look the same, so one that stays the same from run to run may name a group, too. Streams that tape and
 * those like it write begin with a comment; in other streams comments are output.
 */
export function tapGroups() {
  let group: string | null = null
  let next: string | null = null
  let isInDiagnostics = false
  let hasHeadings: boolean | undefined
  return {
    comment(line: string) {
      isInDiagnostics ||= DIAGNOSTICS.test(line)
      hasHeadings ??= true
      const given = GROUP.exec(line)?.[1] ?? ''
      const text = given.replace(PYTHON, '').replace(TODO, '')
      if (!hasHeadings && !PYTHON.test(given)) return
      if (text === '' || isInDiagnostics || text.length > GROUP_MAX) return
      if (TODO.test(given)) next = text
      else if (!REMARKS.some((remark) => remark.test(text)) && !CHANGING.some((one) => one.test(text))) next = text
    },
    line() {
      hasHeadings ??= false
    },
    /** Subtests have names of their own. */
    subtest() {
      hasHeadings = false
      next = null
    },
    /** The suite of a point. AVA prints the name of each test before it: that names no group. */
    suiteOf(name: string): string[] {
      if (next !== null && next !== name) group = next
      next = null
      isInDiagnostics = false
      return group === null ? [] : [group]
    },
    start(name: string) {
      hasHeadings = false
      group = name
      next = null
    },
  }
}
