import type { ReportFormat } from '#shared/test-reports/test-report.ts'
import type { CountedTests } from './counted-tests.ts'
import type { ReaderLimits } from './limits.ts'
import type { TidySink } from './tidy-sink.ts'
import type { XmlAttributes } from './xml-parser.ts'

/** An open element: handles its children, its text and its end. */
export type Element = {
  child(name: string, attributes: XmlAttributes): Element
  text?(text: string): void
  close?(): void
}

/** Content of unknown elements is not counted again. */
export const IGNORED: Element = { child: () => IGNORED }

/** Counts the characters kept for one test. */
export type Kept = { size: number }

/** What the readers of XML formats share. */
export type XmlTools = {
  sink: TidySink
  found: CountedTests
  limits: ReaderLimits
  /** Returns the text. Throws BAD_REQUEST when the texts of one test are too long. */
  keep: (kept: Kept, text: string) => string
  unknown: (name: string) => Element
}

/** One report: its root element, and what follows after the last element. */
export type XmlReport = {
  root: Element
  comment?(text: string): void
  /** Emits what was held until now, a slice at a time. */
  end?(): Iterable<void> | undefined
}

/** `title` is the suite of tests that have none. */
export type XmlFormat = {
  format: ReportFormat
  title: string
  open(tools: XmlTools, root: string, attributes: XmlAttributes): XmlReport
}
