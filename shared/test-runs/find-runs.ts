import { z } from 'zod'
import { id, idText, string } from '../fields.ts'
import { CursorInput } from '../page.ts'
import { SEARCH_LIMIT, SearchedText } from '../test-cases/search.ts'
import { fold } from '../test-cases/search-text.ts'
import { Person } from '../users/user.ts'
import { RUN_STATUSES, type TestRunListItem } from './test-run.ts'

const VALUES_MAX = 100

/** Described inside the optional: the OpenAPI document loses what is said outside. */
const anyOf = <T extends z.ZodType>(label: string, value: T, meta: { description: string; examples?: unknown[] }) =>
  z
    .array(value, { error: `${label} must be a list` })
    .max(VALUES_MAX, `${label} may have at most ${VALUES_MAX} values`)
    .meta(meta)
    .optional()

const Status = z.enum(RUN_STATUSES, { error: `status must be one of ${RUN_STATUSES.join(', ')}` })

const runFilter = {
  q: SearchedText.meta({
    description:
      'Only runs in which every word occurs, in the ref, description, key, branch, commit or milestone. Capitals do ' +
      'not matter; quotes keep spaces, as in `"release 2"`. ' +
      SEARCH_LIMIT,
    examples: ['nightly'],
  }).optional(),
  status: anyOf('status', Status, { description: 'Only runs of these statuses', examples: [['completed']] }),
  branch: anyOf('branch', string('branch'), { description: 'Only runs of these branches' }),
  environment: anyOf('environment', string('environment'), { description: 'Only runs in these environments' }),
  milestone: anyOf('milestone', string('milestone'), { description: 'Only runs for these milestones' }),
  createdBy: anyOf('createdBy', idText('createdBy'), { description: 'Only runs that these users started' }),
}

export const ListRuns = CursorInput.extend({ projectId: id('projectId'), ...runFilter })
export type ListRuns = z.infer<typeof ListRuns>
export type RunFilter = Omit<ListRuns, 'projectId' | keyof CursorInput>

export function searchTextOfRun(
  run: Pick<TestRunListItem, 'ref' | 'description' | 'key' | 'branch' | 'commit' | 'milestone'>,
): string {
  const { ref, description, key, branch, commit, milestone } = run
  return [ref, description, key, branch, commit, milestone]
    .flatMap((text) => (text === null ? [] : fold(text)))
    .join('\n')
}

export const RUN_VALUES_MAX = 50

export const ListRunValues = z.object({ projectId: id('projectId') })
export type ListRunValues = z.infer<typeof ListRunValues>

const offered = (what: string) =>
  z.array(z.string()).meta({ description: `${what} of its runs, last used first, at most ${RUN_VALUES_MAX}` })

export const RunValues = z
  .object({
    branches: offered('The branches'),
    environments: offered('The environments'),
    milestones: offered('The milestones'),
    startedBy: z.array(Person).meta({ description: `Who started its runs, last first, at most ${RUN_VALUES_MAX}` }),
  })
  .meta({ id: 'RunValues' })
export type RunValues = z.infer<typeof RunValues>
