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
const GROUP_MAX = 255

/** The group of the points of a flat stream: tape and others print its name as a comment before its first point. */
export function tapGroups() {
  let group: string | null = null
  let next: string | null = null
  let isInDiagnostics = false
  return {
    comment(line: string) {
      isInDiagnostics ||= DIAGNOSTICS.test(line)
      const text = GROUP.exec(line)?.[1]?.replace(PYTHON, '')
      if (text === undefined || isInDiagnostics || text.length > GROUP_MAX) return
      if (!REMARKS.some((remark) => remark.test(text))) next = text
    },
    /** The suite of a point. AVA prints the name of each test before it: that names no group. */
    suiteOf(name: string): string[] {
      if (next !== null && next !== name) group = next
      next = null
      isInDiagnostics = false
      return group === null ? [] : [group]
    },
    start(name: string) {
      group = name
      next = null
    },
  }
}
