import type { TestRunHead } from '#shared/test-runs/test-run.ts'
import { type Door, seconds } from './door.ts'
import { shownRunExtras } from './extras.ts'
import { milestoneNumbers } from './milestones.ts'
import { userNumbers } from './people.ts'
import type { FoundProject } from './projects.ts'
import { refNumbers } from './refs.ts'

const runPage = ({ app }: Pick<Door, 'app'>, { projectId, id }: Pick<TestRunHead, 'projectId' | 'id'>) =>
  `${app}/projects/${projectId}?tab=runs&run=${id}`

/** The first line of a run's description is its name. */
export function namesOf({ description, ref }: Pick<TestRunHead, 'description' | 'ref'>) {
  const [name = '', ...rest] = (description ?? '').split('\n')
  return { name: name.trim() || ref, description: rest.join('\n').trim() || null }
}

export function descriptionOf(name: string | null | undefined, description: string | null | undefined): string {
  // By an expression with `\s*`, spaces in the middle of a long name would take the square of their number.
  const lines = (name ?? '').split(/[\r\n]/).map((line) => line.trim())
  const line = lines.filter(Boolean).join(' ')
  return [line, ...(description?.trim() ? [description.trim()] : [])].join('\n\n').trim()
}

export async function toRunAnswers(door: Door, project: FoundProject, runs: TestRunHead[]): Promise<object[]> {
  const numberOfRun = await refNumbers(door, 'run', runs)
  const numberOfMilestone = await milestoneNumbers(
    door,
    project,
    runs.map(({ milestone }) => milestone),
  )
  const numberOfUser = await userNumbers(
    door,
    runs.map(({ createdBy }) => createdBy),
  )
  return runs.map((run) => ({
    id: numberOfRun(run.id),
    suite_id: project.number,
    ...namesOf(run),
    milestone_id: numberOfMilestone(run.milestone),
    assignedto_id: null,
    include_all: true,
    is_completed: run.status !== 'running',
    completed_on: run.completedAt === null ? null : seconds(run.completedAt),
    config: null,
    config_ids: [],
    passed_count: run.summary.passed,
    blocked_count: 0,
    untested_count: run.summary.pending,
    retest_count: run.summary.skipped,
    failed_count: run.summary.failed + run.summary.error,
    project_id: project.number,
    plan_id: null,
    created_on: seconds(run.createdAt),
    updated_on: seconds(run.completedAt ?? run.createdAt),
    created_by: numberOfUser(run.createdBy),
    refs: null,
    url: runPage(door, run),
    ...shownRunExtras(run.extras),
  }))
}
