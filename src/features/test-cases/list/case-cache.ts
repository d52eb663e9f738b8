import { getQueryKey } from '@trpc/react-query'
import type { ProjectOverview } from '#shared/projects/project.ts'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { trpc } from '#src/lib/trpc.ts'
import { writeCases } from './case-pages.ts'

/* Optimistic changes of the cache, before the server answers. */

export function writeSuites(
  projectId: string,
  change: (suites: readonly TestSuiteListItem[]) => readonly TestSuiteListItem[],
): void {
  const queryKey = getQueryKey(trpc.projects.overview, { id: projectId }, 'query')
  queryClient.setQueryData<ProjectOverview>(queryKey, (project) => {
    if (!project) return project
    const testSuites = change(project.testSuites).map((suite, index) =>
      suite.number === index + 1 ? suite : { ...suite, number: index + 1 },
    )
    const testCaseCount = testSuites.reduce((sum, suite) => sum + suite.testCaseCount, 0)
    return { ...project, testSuites, testCaseCount }
  })
}

export function writeSuiteCases(
  projectId: string,
  changed: ReadonlyMap<string, readonly (TestCase | undefined)[]>,
): void {
  for (const [suiteId, cases] of changed) writeCases(suiteId, cases)
  writeSuites(projectId, (suites) =>
    suites.map((suite) => {
      const count = changed.get(suite.id)?.length ?? suite.testCaseCount
      return count === suite.testCaseCount ? suite : { ...suite, testCaseCount: count }
    }),
  )
}
