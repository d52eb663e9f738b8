import { beforeAll, expect, test } from 'vitest'
import { CHANGE_KINDS } from '#shared/test-runs/comparison.ts'
import { TRANSITIONS } from '#shared/test-runs/comparison-testing.ts'
import { useTestServer } from '../testing/use-server.ts'

/* Two runs with a case for every transition, recorded and compared over REST. */

type State = (typeof TRANSITIONS.states)[number]
type Outcome = { state: State; executionTimeMs: number | null }
type Transition = { name: string; before: Outcome; after: Outcome; kinds: string[] }

const outcome = (state: State, executionTimeMs: number | null = null): Outcome => ({ state, executionTimeMs })

const BY_STATE: Transition[] = TRANSITIONS.states.flatMap((before) =>
  TRANSITIONS.states
    .filter((after) => before !== 'absent' || after !== 'absent')
    .map((after) => {
      const kinds = TRANSITIONS.changes(before, after)
      return { name: `${before} to ${after}`, before: outcome(before), after: outcome(after), kinds }
    }),
)
const BY_DURATION: Transition[] = TRANSITIONS.durations.flatMap(([before, after, isSlower]) =>
  (['passed', 'failed', 'flaky', 'skipped'] as const).map((state) => {
    const kinds = [...TRANSITIONS.changes(state, state), ...(isSlower && state !== 'skipped' ? ['slower'] : [])]
    const name = `${state} in ${before} ms to ${after} ms`
    return { name, before: outcome(state, before), after: outcome(state, after), kinds }
  }),
)
const ALL = [...BY_STATE, ...BY_DURATION]

const server = await useTestServer()
const olga = await server.person('Olga')
let before: string
let after: string

beforeAll(async () => {
  const { id: projectId } = await server.project(olga)
  const suites = [await server.suite(olga, projectId, 'One'), await server.suite(olga, projectId, 'Two')]
  const ids: string[] = []
  for (const [index, { name }] of ALL.entries()) {
    const { id } = await server.testCase(olga, suites[index % 2].id, { name })
    ids.push(id)
  }
  before = await record(projectId, ids, (transition) => transition.before)
  after = await record(projectId, ids, (transition) => transition.after)
})

async function record(projectId: string, ids: string[], of: (transition: Transition) => Outcome): Promise<string> {
  const present = ALL.flatMap((transition, index) => {
    const { state, executionTimeMs } = of(transition)
    return state === 'absent' ? [] : [{ testCaseId: ids[index] as string, state, executionTimeMs }]
  })
  const selection = { testCaseIds: present.map(({ testCaseId }) => testCaseId) }
  const { body: run } = await server.post(`/test-runs/project/${projectId}`, { selection }, olga)
  const results = present.flatMap(({ state, ...recorded }) => {
    if (state === 'pending') return []
    if (state !== 'flaky') return [{ ...recorded, status: state }]
    return [
      { ...recorded, status: 'failed' },
      { ...recorded, status: 'passed' },
    ]
  })
  expect((await server.post(`/test-runs/${run.id}/results`, { results }, olga)).status).toBe(201)
  await server.post(`/test-runs/${run.id}/complete`, {}, olga)
  return run.id
}

const nameOf = ({ result, before: earlier }: any): string => (result ?? earlier).testCase.name

test('every transition between two runs is answered with exactly its changes', async () => {
  const { body } = await server.get(`/test-runs/${after}/comparison`, olga)
  expect(body.with.id).toBe(before)
  const changes = new Map<string, string[]>()
  for (const change of body.changes) changes.set(nameOf(change), [...(changes.get(nameOf(change)) ?? []), change.kind])
  for (const { name, kinds } of ALL) expect([name, changes.get(name) ?? []]).toEqual([name, kinds])
  const expected = CHANGE_KINDS.map((kind) => [kind, ALL.filter(({ kinds }) => kinds.includes(kind)).length])
  const inBoth = ALL.filter(({ before, after }) => before.state !== 'absent' && after.state !== 'absent')
  const unchanged = inBoth.filter(({ kinds }) => kinds.length === 0).length
  expect(body.counts).toEqual({ ...Object.fromEntries(expected), unchanged, quarantined: 0 })
})

test('each change has the results of both runs, as they were recorded', async () => {
  const { body } = await server.get(`/test-runs/${after}/comparison`, olga)
  const shown = ({ state, executionTimeMs }: Outcome, testRunId: string) =>
    state === 'absent'
      ? null
      : { testRunId, status: state === 'flaky' ? 'passed' : state, flaky: state === 'flaky', executionTimeMs }
  for (const change of body.changes) {
    const transition = ALL.find(({ name }) => name === nameOf(change)) as Transition
    const [earlier, later] = [shown(transition.before, before), shown(transition.after, after)]
    expect(change.before, transition.name).toEqual(earlier && expect.objectContaining(earlier))
    expect(change.result, transition.name).toEqual(later && expect.objectContaining(later))
  }
})

test('changes come by kind, then by suite and case', async () => {
  const { body } = await server.get(`/test-runs/${after}/comparison`, olga)
  const keys = body.changes.map((change: any) => {
    const [suite, number] = (change.result ?? change.before).testCase.number.split('.').map(Number)
    return CHANGE_KINDS.indexOf(change.kind) * 1e6 + suite * 1e3 + number
  })
  expect(keys).toEqual(keys.toSorted((a: number, b: number) => a - b))
  expect(new Set(body.changes.map((change: any) => (change.result ?? change.before).testCase.testSuite.name))).toEqual(
    new Set(['One', 'Two']),
  )
})

test('pages of all changes and of two kinds add up to the whole, and the counts stay', async () => {
  for (const kinds of ['', '&kind=slower&kind=fixed']) {
    const { body: whole } = await server.get(`/test-runs/${after}/comparison?${kinds}`, olga)
    const parts = await server.parts(`/test-runs/${after}/comparison?limit=7${kinds}`, olga)
    const pages = parts as unknown as { counts: object; changes: unknown[] }[]
    expect(pages.flatMap(({ changes }) => changes)).toEqual(whole.changes)
    for (const page of pages) expect(page.counts).toEqual(whole.counts)
  }
  const { headers, body } = await server.get(`/test-runs/${after}/comparison?kind=fixed&limit=1&offset=1`, olga)
  expect([headers.get('x-total-count'), body.changes.length]).toEqual([String(body.counts.fixed), 1])
})

test('the other way round, what was fixed fails anew and what was added vanished', async () => {
  const { body: forth } = await server.get(`/test-runs/${after}/comparison`, olga)
  const { body: back } = await server.get(`/test-runs/${before}/comparison?with=${after}`, olga)
  expect(back.with.id).toBe(after)
  expect([back.counts.added, back.counts.vanished]).toEqual([forth.counts.vanished, forth.counts.added])
  expect(back.counts.stillFailing).toBe(forth.counts.stillFailing)
})
