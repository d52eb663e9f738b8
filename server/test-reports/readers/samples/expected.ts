/** What a sample report holds, found by reading it by eye: each test on one line, as `lineOf` writes it. */
export type ExpectedReport = {
  tests: string[]
  /** How many of each element are not kept. */
  ignored?: Record<string, number>
  declared?: number
  /** The number of files that its tests attach: in the report and beside it. */
  files?: { embedded: number; beside: number }
  warnings?: string[]
}
