import { join } from 'node:path'
import { apiOf } from '../seed/api.ts'
import { compare, type Take } from './compare.ts'
import type { Figure } from './figure.ts'
import { startBefore, startTarget, stopTarget, type Sample, type Target } from './load.ts'
import { pass, type Read, total } from './pass.ts'
import { inFolder, readWith } from './place.ts'

/* Lists of 20 projects, members and runs, beside the bare server and an earlier version. */

const ROUNDS = 5
const COUNT = 20
const CONNECTIONS = 10
const FIRST_PASSES = 10
const REPEATED_PASSES = 20

type Side = { target: Target; lists: List[] }
/** The list of each project or user, and what changes all of them. */
type List = { name: string; reads: Read[]; change: () => Promise<unknown> }

export async function benchLists(): Promise<Figure[]> {
  return await inFolder(async (folder) => {
    const targets: Target[] = []
    const keep = <T extends Target | undefined>(target: T): T => {
      if (target) targets.push(target)
      return target
    }
    try {
      const file = join(folder, 'assay.db')
      const ours = await fill(keep(await startTarget('./assay.ts', [file])))
      const earlier = keep(await startBefore([join(folder, 'before.db')]))
      const before = earlier && (await fill(earlier))
      const bare = {
        target: keep(await startTarget('./bare.ts', [file, ours.userId])),
        lists: withoutToken(ours.lists),
      }
      const figures: Figure[] = []
      for (const [index, { name }] of ours.lists.entries())
        for (const isFirst of [true, false])
          figures.push(
            ...(await compareLists(
              name,
              isFirst,
              [ours, bare, before].map((side) => takeOf(side, index, isFirst)),
            )),
          )
      return figures
    } finally {
      for (const target of targets) await stopTarget(target)
    }
  })
}

async function compareLists(name: string, isFirst: boolean, [ours, bare, before]: (Take | undefined)[]) {
  const work = `list of ${COUNT} ${name}, ${isFirst ? 'first read' : 'repeated read'}`
  return await compare({
    work,
    unit: 'rate',
    rounds: ROUNDS,
    assay: ours as Take,
    against: [
      { name: 'bare', take: bare, ...(isFirst && { chart: work }) },
      { name: 'before', take: before, ...(isFirst && { bar: { atLeast: 1.5 } }) },
    ],
  })
}

function takeOf(side: Side | undefined, index: number, isFirst: boolean): Take | undefined {
  const list = side?.lists[index]
  if (!side || !list) return undefined
  return async () => {
    const samples: Sample[] = []
    if (!isFirst) {
      const reads = Array.from({ length: REPEATED_PASSES }, () => list.reads).flat()
      return await pass(side.target, reads, { connections: CONNECTIONS })
    }
    for (let count = 0; count < FIRST_PASSES; count++) {
      await list.change()
      samples.push(await pass(side.target, list.reads, { connections: CONNECTIONS, isFirst }))
    }
    return total(samples)
  }
}

const withoutToken = (lists: List[]): List[] =>
  lists.map((list) => ({
    ...list,
    reads: list.reads.map(({ path }) => ({ path: path.slice('/api'.length), headers: {} })),
  }))

/** 20 users, each a member of 20 projects with 5 suites and 20 runs. */
async function fill(target: Target): Promise<Side & { userId: string }> {
  const people = []
  for (let index = 0; index < COUNT; index++) {
    const person = { email: `person${index}@example.com`, password: 'benchmark', name: `Person ${index}` }
    people.push(await apiOf(target.url)('POST', '/auth/sign-up', person))
  }
  const [{ accessToken: token, user }] = people
  const call = apiOf(target.url, token)
  const projects: { id: string; testRunId: string; caseId: string }[] = []
  for (let index = 0; index < COUNT; index++) projects.push(await fillProject(call, index, people.slice(1)))
  const projectId = projects[0]?.id
  const read = readWith(token)
  const rename = (path: string) => () => call('PATCH', path, { description: `${Math.random()}` })
  const lists = [
    {
      name: 'projects',
      reads: people.map(({ accessToken }) => readWith(accessToken)('/projects')),
      change: rename(`/projects/${projectId}`),
    },
    {
      name: 'members',
      reads: projects.map(({ id }) => read(`/projects/${id}/members`)),
      change: () => Promise.all(projects.map(({ id }) => rename(`/projects/${id}`)())),
    },
    {
      name: 'runs',
      reads: projects.map(({ id }) => read(`/test-runs/project/${id}?limit=${COUNT}`)),
      change: () =>
        Promise.all(
          projects.map(({ testRunId, caseId }) =>
            call('POST', `/test-cases/${caseId}/execute`, { testRunId, actualValue: `${Math.random()}` }),
          ),
        ),
    },
  ]
  return { target, lists, userId: user.id }
}

async function fillProject(call: ReturnType<typeof apiOf>, index: number, members: { user: { id: string } }[]) {
  const { id } = await call('POST', '/projects', { name: `Project ${index}`, description: 'Checkout and payments' })
  let caseId = ''
  for (let suite = 1; suite <= 5; suite++) {
    const { id: testSuiteId } = await call('POST', '/test-suites', { name: `Suite ${suite}`, projectId: id })
    caseId = (await call('POST', '/test-cases', { name: 'Answers 200', testSuiteId, type: 'auto' })).id
  }
  for (const { user } of members) await call('POST', `/projects/${id}/members`, { userId: user.id })
  let testRunId = ''
  for (let run = 0; run < COUNT; run++)
    testRunId = (await call('POST', `/test-runs/project/${id}`, { omitResults: true })).id
  return { id: id as string, testRunId, caseId }
}
