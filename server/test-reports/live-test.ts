import type { StepStatus } from '#shared/test-results/result-step.ts'
import { cleanName, cleanText } from './readers/clean-text.ts'
import { IGNORING_SINK, tidySink } from './readers/tidy-sink.ts'
import type { ReportedTest } from './reported-test.ts'

/** One execution that a sender reports by itself, while the run goes on. */
export type LiveTest = {
  /** The sender's id of the execution: a repeated one is not recorded again. */
  id: string | null
  /** The refs of its cases. Without a known one, the case is found as that of a test in a report, or created. */
  refs: string[]
  test: ReportedTest
  notes: string[]
  /** The verdicts of its steps; used if the case has as many steps. */
  steps: StepStatus[]
  files: string[]
}

const DEFAULT_SUITE = 'Unnamed suite'
const UNNAMED = 'Unnamed test'

/** Names and texts as reports have them: clean, and of bounded length. */
export function tidyLive(live: LiveTest): LiveTest {
  let { test } = live
  const sink = tidySink({ ...IGNORING_SINK, test: ({ reruns: _, ...tidy }) => (test = tidy) }, DEFAULT_SUITE)
  sink.test({ ...test, name: cleanName(test.name) || UNNAMED })
  return { ...live, test, notes: live.notes.map((note) => cleanText(note).trim()).filter((note) => note !== '') }
}
