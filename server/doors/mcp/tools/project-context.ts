import { z } from 'zod'
import { type Door, tool } from '../door.ts'
import { project } from '../inputs.ts'
import { listOwnProjects, projectOf, refuseList } from '../projects.ts'
import { asMany } from '../answer-size.ts'
import { runShown, startOf, told } from '../shown.ts'

const SUITES = 100
const WORDS = 30
const RUNS = 3
const FAILURES = 10
const PROJECTS = 200
const SUITES_BYTES = 6_000

export const projectContext = tool({
  name: 'project_context',
  description:
    'Start here. The project with its suites, tags, branches and environments, how its tests are doing, and its ' +
    'newest runs. Without `project` it lists your projects if you have several.',
  input: z.strictObject({ project }),
  answer: async (door, { project: named }) => {
    if ((named ?? door.project) === undefined) {
      const own = await listOwnProjects(door)
      if (own.length > 1) {
        refuseList(door)
        return { projects: own.slice(0, PROJECTS).map(({ name, userRole }) => ({ name, userRole })) }
      }
    }
    return await contextOf(door, (await projectOf(door, named)).id)
  },
})

async function contextOf({ calls }: Door, projectId: string) {
  const [overview, tags, values, quality, runs] = await Promise.all([
    calls.projects.overview({ id: projectId }),
    calls.testCases.tags({ id: projectId }),
    calls.testRuns.values({ projectId }),
    calls.quality.overview({ projectId }),
    calls.testRuns.list({ projectId, limit: RUNS }),
  ])
  const { name, description, userRole, memberCount, testSuites, testSuiteCount, testCaseCount } = overview
  const suites = testSuites.slice(0, SUITES).map((suite) => ({ suite: suite.name, cases: suite.testCaseCount }))
  return told({
    project: name,
    description: startOf(description),
    role: userRole ?? 'project credential',
    members: memberCount,
    cases: testCaseCount,
    suiteCount: testSuiteCount,
    suites: asMany(suites, SUITES_BYTES),
    tags: tags.slice(0, WORDS).map(({ tag }) => tag),
    branches: values.branches.slice(0, WORDS),
    environments: values.environments.slice(0, WORDS),
    milestones: values.milestones.slice(0, WORDS),
    quality: quality.numbers,
    failingInLastEndedRun: quality.failing
      .slice(0, FAILURES)
      .map(({ testCase, errorMessage, isNew, isQuarantined }) =>
        told({ case: testCase.ref, name: testCase.name, isNew, isQuarantined, error: startOf(errorMessage) }),
      ),
    newestRuns: runs.map(runShown),
  })
}
