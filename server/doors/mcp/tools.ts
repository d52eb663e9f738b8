import { jsonSchemaOf } from './json-schema.ts'
import { getCase, searchCases } from './tools/cases.ts'
import { compareRuns } from './tools/compare-runs.ts'
import { getAttachment } from './tools/get-attachment.ts'
import { getFailure } from './tools/get-failure.ts'
import { getRun } from './tools/get-run.ts'
import { listFlaky } from './tools/list-flaky.ts'
import { projectContext } from './tools/project-context.ts'
import { recordResults } from './tools/record-results.ts'
import { completeRun, listRuns, startRun } from './tools/runs.ts'
import { saveCases } from './tools/save-cases.ts'

const ALL = [
  projectContext,
  searchCases,
  getCase,
  saveCases,
  listRuns,
  startRun,
  getRun,
  getFailure,
  getAttachment,
  recordResults,
  completeRun,
  compareRuns,
  listFlaky,
]

export const TOOLS = new Map(ALL.map((tool) => [tool.name, tool]))

/** The tools as agents list them. No tool deletes. */
export const listedTools = ALL.map(({ name, description, input, isWrite = false }) => ({
  name,
  description,
  inputSchema: jsonSchemaOf(input),
  annotations: isWrite ? { destructiveHint: false } : { readOnlyHint: true },
}))
