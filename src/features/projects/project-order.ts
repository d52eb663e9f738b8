import type { ProjectListItem } from '#shared/projects/project.ts'
import type { ProjectCardHealth } from './use-project-health.ts'

export const PROJECT_ORDERS = ['newest', 'attention'] as const
export type ProjectOrder = (typeof PROJECT_ORDERS)[number]

type Health = Pick<ProjectCardHealth, 'newFailures' | 'lastRun' | 'flaky' | 'waiting'>

/** New failures before known ones, and both before pending work. */
const URGENCY: ((health: Health) => number)[] = [
  ({ newFailures }) => newFailures,
  ({ lastRun }) => (lastRun ? lastRun.summary.failed + lastRun.summary.error : 0),
  ({ waiting }) => waiting,
  ({ flaky }) => flaky,
]

/** Sorts projects that need attention first. Others keep their order. */
export function byAttention<P extends Pick<ProjectListItem, 'id'>>(
  projects: readonly P[],
  healthOf: (projectId: string) => Health | null | undefined,
): P[] {
  return projects.toSorted(({ id: one }, { id: other }) => compare(healthOf(one), healthOf(other)))
}

function compare(one: Health | null | undefined, other: Health | null | undefined): number {
  for (const urgency of URGENCY) {
    const difference = (other ? urgency(other) : 0) - (one ? urgency(one) : 0)
    if (difference !== 0) return difference
  }
  return 0
}
