import { SUITE_SEPARATOR } from '#shared/test-suites/suite-separator.ts'

/** The suites of a Qase file, whose rows name them by id before their cases. */
export function suitePaths() {
  const suites = new Map<string, { name: string; parent: string }>()
  return {
    /** Takes the row of a suite. Returns whether it is one. */
    take(of: (column: string) => string): boolean {
      if (of('suite_without_cases') !== '1') return false
      suites.set(of('suite_id'), { name: of('suite'), parent: of('suite_parent_id') })
      return true
    },
    pathOf(id: string): string | undefined {
      const names: string[] = []
      const seen = new Set<string>()
      for (let at = id; suites.has(at) && !seen.has(at); at = suites.get(at)?.parent ?? '') {
        seen.add(at)
        names.unshift(suites.get(at)?.name ?? '')
      }
      return names.length > 0 ? names.join(SUITE_SEPARATOR) : undefined
    },
  }
}
