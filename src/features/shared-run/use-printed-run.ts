import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SharedResult } from '#shared/shares/share.ts'
import { FAILURE_STATUSES } from '#shared/test-results/severity.ts'
import type { ResultStatus } from '#shared/test-results/result-status.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { trpcClient } from '#src/lib/trpc-client.ts'
import { trpc } from '#src/lib/trpc.ts'
import { inRunOrder, isPrintedWhole, PRINTED_MAX } from './printed.ts'
import type { ReportRun } from './report-head.tsx'

const PAGE = 500

/** A run with the results to print, read in pages. `read` is the number of results read so far. */
export function usePrintedRun(projectId: string, testRunId: string) {
  const [read, setRead] = useState(0)
  const project = trpc.projects.overview.useQuery({ id: projectId })
  const overview = trpc.testRuns.overview.useQuery({ testRunId })
  const { data: run } = overview
  const results = useQuery({
    queryKey: ['printed run', testRunId],
    queryFn: ({ signal }) => readPrinted(testRunId, run === undefined || isPrintedWhole(run.summary), setRead, signal),
    enabled: run !== undefined,
    gcTime: 0,
    staleTime: Infinity,
  })
  const isComplete = run !== undefined && project.data !== undefined
  return {
    run: isComplete ? toReport(run, project.data.name) : undefined,
    results: isComplete ? results.data : undefined,
    read,
    error: overview.error ?? project.error ?? results.error,
    retry: () => void Promise.all([overview.refetch(), project.refetch(), results.refetch()]),
  }
}

type Overview = Omit<ReportRun, 'projectName' | 'createdBy'> & { createdBy: { name: string } | null }

const toReport = (run: Overview, projectName: string): ReportRun => ({
  ...run,
  projectName,
  createdBy: run.createdBy?.name ?? null,
})

type OnRead = (count: number) => void

async function readPrinted(testRunId: string, isWhole: boolean, onRead: OnRead, signal: AbortSignal) {
  if (isWhole) return await readAll({ testRunId }, Infinity, onRead, signal)
  const failures: SharedResult[] = []
  for (const status of FAILURE_STATUSES) {
    const before = failures.length
    const onMore = (count: number) => onRead(before + count)
    failures.push(...(await readAll({ testRunId, status }, PRINTED_MAX, onMore, signal)))
  }
  return inRunOrder(failures)
}

type Read = { testRunId: string; status?: ResultStatus }

async function readAll(read: Read, max: number, onRead: OnRead, signal: AbortSignal) {
  const all: SharedResult[] = []
  while (all.length < max) {
    const page = await trpcClient.testResults.listInRun.query({ ...read, limit: PAGE, offset: all.length }, { signal })
    for (const result of page) all.push(toShared(result))
    onRead(all.length)
    if (page.length < PAGE) break
  }
  return all
}

function toShared({ attachments: _, ...result }: TestResult): SharedResult {
  return { ...result, executedBy: result.executedBy?.name ?? null, assignee: result.assignee?.name ?? null }
}
