import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ProjectOverview } from '#shared/projects/project.ts'
import type { CaseFilter } from '#shared/test-cases/search.ts'
import { CASE_IDS_MAX } from '#shared/limits.ts'
import type { CaseSelection } from '#shared/test-runs/selection.ts'
import { formatNumber } from '#src/lib/format.ts'
import { trpcClient } from '#src/lib/trpc-client.ts'
import { toCaseFilter } from '../../test-cases/search/case-filter.ts'
import { automatedIn, type Choice, type Wanted, wantedBy } from './choice.ts'
import { failingOf } from '#shared/test-runs/summary.ts'
import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import { useSessionUser } from '#src/lib/session.ts'
import { useRecentRuns } from '../use-test-runs.ts'

const PAUSE_MS = 200

/** `automated` is missing until the server has counted. */
type Count = { count: number; automated?: number } | { why: string }

export type ChosenCases = {
  /** Their number; undefined before the first answer. During a recount, the previous number. */
  count: number | undefined
  automated: number | undefined
  isCounting: boolean
  why: string | null
  isFailed: boolean
  retry: () => void
}

export function useChosenCases(project: ProjectOverview, chosen: Choice) {
  const choice = useWholeChoice(project.id, chosen)
  const wanted = useMemo(
    () => wantedBy(choice, toCaseFilter(choice.filter, project.testSuites)),
    [choice, project.testSuites],
  )
  const [settled] = useDebouncedValue(wanted, PAUSE_MS)
  const { data, isFetching, isPlaceholderData, isError, refetch } = useQuery({
    queryKey: ['chosen cases', project.id, settled],
    queryFn: async () => await countCases(project.id, settled),
    enabled: settled.kind !== 'none',
    // Cases change, so each opening counts again.
    gcTime: 0,
    placeholderData: (before: Count | undefined): Count | undefined => before ?? knownCount(project, settled),
  })
  const isCounting = wanted !== settled || isFetching
  const why = wanted.kind === 'none' ? wanted.why : refusal(wanted, isCounting || isPlaceholderData ? undefined : data)
  const cases: ChosenCases = {
    ...(data && 'count' in data
      ? { count: data.count, automated: data.automated }
      : { count: undefined, automated: undefined }),
    isCounting,
    why,
    isFailed: isError && !isCounting,
    retry: () => void refetch(),
  }
  return {
    ...cases,
    choice,
    /** The current selection in the form of the API. Undefined: all cases. */
    read: async (): Promise<CaseSelection | undefined> => {
      if (wanted.kind === 'selection') return wanted.selection
      if (wanted.kind === 'matches') return { testCaseIds: (await readMatches(project.id, wanted.filter)).ids }
      return undefined
    },
  }
}

function refusal(wanted: Wanted, data: Count | undefined): string | null {
  if (!data) return null
  if ('why' in data) return data.why
  return data.count === 0 && wanted.kind !== 'all' ? 'No test case is selected' : null
}

/** Shown until the server has counted. */
function knownCount({ testCaseCount }: ProjectOverview, wanted: Wanted): Count | undefined {
  if (wanted.kind === 'all') return { count: testCaseCount }
  const ids = wanted.kind === 'selection' ? wanted.selection.testCaseIds : undefined
  return ids ? { count: ids.length } : undefined
}

async function countCases(projectId: string, wanted: Wanted): Promise<Count> {
  if (wanted.kind !== 'matches') return await countSelected(projectId, selectionOf(wanted))
  const { ids, isMore } = await readMatches(projectId, wanted.filter)
  if (isMore) return { why: `More than ${formatNumber(CASE_IDS_MAX)} cases match` }
  return ids.length === 0 ? { count: 0 } : await countSelected(projectId, { testCaseIds: ids })
}

async function countSelected(projectId: string, selection: CaseSelection | undefined): Promise<Count> {
  const ask = async (selection?: CaseSelection) =>
    (await trpcClient.testRuns.countSelected.mutate({ projectId, ...(selection && { selection }) })).count
  const automatic = automatedIn(selection)
  const [count, automated] = await Promise.all([ask(selection), automatic ? ask(automatic) : 0])
  return { count, automated }
}

const selectionOf = (wanted: Wanted) => (wanted.kind === 'selection' ? wanted.selection : undefined)

const readMatches = async (projectId: string, filter: CaseFilter) =>
  await trpcClient.testCases.matchIds.query({ id: projectId, ...filter })

/** The choice with defaults for the run and the person: the newest run that fits, and the user. */
function useWholeChoice(projectId: string, choice: Choice): Choice {
  const me = useSessionUser()?.id
  const needsRun = choice.run === undefined && (choice.kind === 'failed' || choice.kind === 'assigned')
  const { data: runs } = useRecentRuns(projectId, { enabled: needsRun })
  return useMemo(() => {
    const run = choice.run ?? (needsRun ? firstRun(runs, choice.kind === 'failed') : undefined)
    return { ...choice, run, assigneeId: choice.assigneeId ?? me }
  }, [choice, needsRun, runs, me])
}

function firstRun(runs: TestRunListItem[] | undefined, isForFailed: boolean): TestRunListItem | null | undefined {
  if (!runs) return undefined
  const fits = ({ summary }: TestRunListItem) => !isForFailed || failingOf(summary) > 0
  return runs.find(fits) ?? runs[0] ?? null
}
