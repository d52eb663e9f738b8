import type { ProjectOverview } from '#shared/projects/project.ts'
import type { CaseFilter } from '#shared/test-cases/search.ts'
import { CASE_IDS_MAX } from '#shared/limits.ts'
import type { ResultStatus } from '#shared/test-results/result-status.ts'
import type { CaseSelection } from '#shared/test-runs/selection.ts'
import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import { formatNumber } from '#src/lib/format.ts'

export const CHOICES = ['everything', 'suites', 'filter', 'picked', 'failed', 'assigned'] as const
export type ChoiceKind = (typeof CHOICES)[number]

/** The statuses that `Failed of run` selects at first. */
const FAILING: readonly ResultStatus[] = ['failed', 'error']

/** All choices: a kind that is left and chosen again keeps its values. */
export type Choice = {
  kind: ChoiceKind
  suiteIds: ReadonlySet<string>
  filter: string
  caseIds: ReadonlySet<string>
  /** The run whose results select the cases for `failed` and `assigned`; undefined until somebody chooses. */
  run: TestRunListItem | null | undefined
  statuses: readonly ResultStatus[]
  assigneeId: string | undefined
}

export type ChoiceProps = {
  project: ProjectOverview
  choice: Choice
  /** A change that waited for the server is a function of the choice at that time. */
  onChange: (part: Partial<Choice> | ((now: Choice) => Partial<Choice>)) => void
}

export const NO_CHOICE: Choice = {
  kind: 'everything',
  suiteIds: new Set(),
  filter: '',
  caseIds: new Set(),
  run: undefined,
  statuses: FAILING,
  assigneeId: undefined,
}

/** How the cases are requested: all, by a selection, by a search whose matches are listed first, or not at all. */
export type Wanted =
  | { kind: 'all' }
  | { kind: 'selection'; selection: CaseSelection }
  | { kind: 'matches'; filter: CaseFilter }
  | { kind: 'none'; why: string }

const NOTHING = { kind: 'none', why: 'No test case is selected' } as const

const select = (selection: CaseSelection): Wanted => ({ kind: 'selection', selection })

/** The request of each kind of choice. `filter` is that of the search text; null if nothing matches. */
const WANTED: Record<ChoiceKind, (choice: Choice, filter: CaseFilter | null) => Wanted> = {
  everything: () => ({ kind: 'all' }),
  suites: ({ suiteIds }) => (suiteIds.size === 0 ? NOTHING : select({ testSuiteIds: [...suiteIds] })),
  filter: (_, filter) => (filter ? byFilter(filter) : NOTHING),
  picked: ({ caseIds }) => {
    if (caseIds.size > CASE_IDS_MAX) return { kind: 'none', why: `Pick at most ${formatNumber(CASE_IDS_MAX)} cases` }
    return caseIds.size === 0 ? NOTHING : select({ testCaseIds: [...caseIds] })
  },
  failed: ({ run, statuses }) =>
    run && statuses.length > 0 ? select({ fromRun: { id: run.id, statuses: [...statuses] } }) : NOTHING,
  assigned: ({ run, assigneeId }) =>
    run && assigneeId !== undefined ? select({ fromRun: { id: run.id, assigneeId } }) : NOTHING,
}

export const wantedBy = (choice: Choice, filter: CaseFilter | null): Wanted => WANTED[choice.kind](choice, filter)

/** A selection cannot exclude, so the server first lists the matches of a search with a minus. */
function byFilter(filter: CaseFilter): Wanted {
  const { q, testSuiteId, type, priority, tag, ...excluded } = filter
  if (Object.keys(excluded).length > 0) return { kind: 'matches', filter }
  const selection = {
    ...(q !== undefined && q !== '' && { q }),
    ...(testSuiteId && { testSuiteIds: testSuiteId }),
    ...(type && { types: type }),
    ...(priority && { priorities: priority }),
    ...(tag && { tags: tag }),
  }
  return Object.keys(selection).length === 0 ? { kind: 'all' } : { kind: 'selection', selection }
}

export function automatedIn(selection: CaseSelection = {}): CaseSelection | null {
  const takesAny = !selection.types || selection.types.includes('auto')
  return takesAny ? { ...selection, types: ['auto'] } : null
}

/** Tells the number of automated cases, which a person cannot record. Null without any. */
export function pipelineText(count: number, automated: number): string | null {
  if (automated === 0) return null
  if (automated < count)
    return automated === 1
      ? '1 of them is automated: only a pipeline can record it'
      : `${formatNumber(automated)} of them are automated: only a pipeline can record them`
  return count === 1
    ? 'It is automated: only a pipeline can record it'
    : `All ${formatNumber(count)} cases are automated: only a pipeline can record them`
}
