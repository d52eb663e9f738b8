import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SharedResult } from '#shared/shares/share.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { trpcClient } from '#src/lib/query-client.ts'
import { trpc } from '#src/lib/trpc.ts'
import type { ReportRun } from './report-head.tsx'

const PAGE = 500

/** A run with all its results, read in pages. `read` says how many are read so far. */
export function usePrintedRun(projectId: string, testRunId: string) {
  const [read, setRead] = useState(0)
  const project = trpc.projects.overview.useQuery({ id: projectId })
  const overview = trpc.testRuns.overview.useQuery({ testRunId })
  const results = useQuery({
    queryKey: ['printed run', testRunId],
    queryFn: ({ signal }) => readAll(testRunId, setRead, signal),
    gcTime: 0,
    staleTime: Infinity,
  })
  const { data: run } = overview
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

async function readAll(testRunId: string, onRead: (count: number) => void, signal: AbortSignal) {
  const all: SharedResult[] = []
  for (;;) {
    const page = await trpcClient.testResults.listInRun.query(
      { testRunId, limit: PAGE, offset: all.length },
      { signal },
    )
    for (const result of page) all.push(toShared(result))
    onRead(all.length)
    if (page.length < PAGE) return all
  }
}

function toShared({ attachments: _, ...result }: TestResult): SharedResult {
  return { ...result, executedBy: result.executedBy?.name ?? null, assignee: result.assignee?.name ?? null }
}
