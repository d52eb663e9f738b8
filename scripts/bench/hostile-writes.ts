import type { Call } from '../seed/api.ts'
import type { Figure } from './figure.ts'
import { cpuSeconds, percentile, type Target } from './load.ts'
import { readWith } from './place.ts'
import { LONGEST_WAIT_MS, onServer, startOurs, type Victim } from './probe-attack.ts'
import { waitsDuring } from './probe.ts'

/* Acts on 5,000 cases at once, on one case and on all cases of a large suite, while others use another project. */

const CASES = Number(process.env['BENCH_CASES'] ?? 20_000)
const AT_ONCE = 5_000
const IDLE_MS = 2_000
/** Runs of the project that is deleted, besides that of its report. */
const RUNS = Number(process.env['BENCH_RUNS'] ?? 1)

type Made = { call: Call; id: string; suiteId: string; otherId: string; ids: string[] }
type Act = [name: string, act: (made: Made) => Promise<unknown>]

/** The answers of acts that are undone by the next. */
let deletionId: string
let changeId: string
let testRunId: string

const change = async ({ call, id, ids }: Made, body: object) => {
  ;({ changeId } = await call('PATCH', `/projects/${id}/test-cases`, { ids, ...body }))
}
const undo = async ({ call, id }: Made) => await call('POST', `/projects/${id}/test-cases/undo`, { changeId })
const restore = async ({ call, id }: Made) => await call('POST', `/projects/${id}/deletions/${deletionId}/restore`)
const first = ({ ids }: Made) => `/test-cases/${ids[0]}`
const move = async (made: Made, body: object) => await made.call('PATCH', first(made), body)
const copy = async ({ call, id, otherId, ids }: Made) =>
  await call('POST', `/projects/${id}/test-cases/copy`, { ids, testSuiteId: otherId })

async function remove({ call, ids }: Made, method: 'POST' | 'DELETE', path: string): Promise<void> {
  ;({ deletionId } = await call(method, path, method === 'POST' ? { ids } : undefined))
}

const ACTS: Act[] = [
  ['tag 5,000 cases', async (made) => await change(made, { addTags: ['nightly'] })],
  ['untag them by Undo', undo],
  ['move 5,000 cases to the front of their suite', async (made) => await change(made, moveTo(made.suiteId, 1))],
  ['move them back by Undo', undo],
  ['move 5,000 cases to another suite', async (made) => await change(made, moveTo(made.otherId))],
  ['move them back by Undo', undo],
  ['delete 5,000 cases', async (made) => await remove(made, 'POST', `/projects/${made.id}/test-cases/delete`)],
  ['restore them', restore],
  ['delete the first case of a suite', async (made) => await remove(made, 'DELETE', first(made))],
  ['restore it', restore],
  ['move the first case to another suite', async (made) => await move(made, { testSuiteId: made.otherId })],
  ['move it back', async (made) => await move(made, { testSuiteId: made.suiteId, position: 1 })],
  ['copy 5,000 cases', copy],
  ['move the first case to the middle of its suite', async (made) => await move(made, { position: CASES / 2 })],
  [`start ${RUNS} runs of all cases`, start],
  ['delete a run', async ({ call }) => await call('DELETE', `/test-runs/${testRunId}`)],
  ['delete the suite', async (made) => await remove(made, 'DELETE', `/test-suites/${made.suiteId}`)],
  ['restore it', restore],
  ['delete the project', async ({ call, id }) => await call('DELETE', `/projects/${id}`)],
]

async function start({ call, id }: Made): Promise<void> {
  for (let run = 0; run < RUNS; run += 1)
    ({ id: testRunId } = await call('POST', `/test-runs/project/${id}`, { omitResults: true }))
}

const moveTo = (testSuiteId: string, position?: number) => ({ moveTo: { testSuiteId, position } })

export async function hostileWrites(): Promise<Figure[]> {
  return await onServer({ suites: 1, casesPerSuite: 10 }, startOurs, async (victim, target) => {
    const { url, token, project: other } = victim
    const read = readWith(token)(`/projects/${other.projectId}`)
    const write = {
      ...readWith(token)(`/test-cases/${other.caseIds[0]}/execute`),
      method: 'POST' as const,
      body: JSON.stringify({ testRunId: other.testRunId, actualValue: 'ok' }),
    }
    write.headers = { ...write.headers, 'content-type': 'application/json' } as typeof write.headers
    const made = await makeLarge(victim)
    /** The longest waits for a write and for a read. */
    const during = async (work: () => Promise<unknown>) => {
      let reads: number[] = []
      const writes = await waitsDuring(url, write, async () => {
        reads = await waitsDuring(url, read, work)
      })
      return [percentile(writes, 1), percentile(reads, 1)] as const
    }
    let idle = 0
    const [idleMs] = await during(async () => void (idle = await shareOfCpu(target, IDLE_MS)))
    const figures: Figure[] = []
    for (const [name, act] of ACTS) {
      const begun = [performance.now(), cpuSeconds(target)] as const
      let tookMs = 0
      const [writeMs, readMs] = await during(async () => {
        await act(made)
        tookMs = performance.now() - begun[0]
        await untilQuiet(target, idle)
      })
      const cpuMs = (cpuSeconds(target) - begun[1]) * 1_000
      figures.push({
        work: `longest wait of others, suite of ${CASES.toLocaleString('en')}: ${name}`,
        assay:
          `write ${writeMs.toFixed(0)} ms, read ${readMs.toFixed(0)} ms (${idleMs.toFixed(0)} ms idle); ` +
          `took ${tookMs.toFixed(0)} ms, ${cpuMs.toFixed(0)} ms of CPU`,
        value: Math.max(writeMs, readMs) - idleMs,
        bar: { atMost: LONGEST_WAIT_MS, unit: 'ms above idle' },
      })
    }
    return figures
  })
}

/** What an act leaves to the background is a part of it. `idle` is the share of CPU that the others take alone. */
async function untilQuiet(target: Target, idle: number): Promise<void> {
  while ((await shareOfCpu(target, 500)) > idle + 0.15);
}

async function shareOfCpu(target: Target, forMs: number): Promise<number> {
  const before = cpuSeconds(target)
  await new Promise((resolve) => setTimeout(resolve, forMs))
  return ((cpuSeconds(target) - before) * 1_000) / forMs
}

/** A project with a large suite whose texts are in the index of searches, and every so many-th of its cases. */
async function makeLarge({ url, token, call }: Victim): Promise<Made> {
  const project = await call('POST', '/projects', { name: 'Large' })
  const { id: otherId } = await call('POST', '/test-suites', { name: 'Other', projectId: project.id })
  const tests = Array.from(
    { length: CASES },
    (_, at) => `<testcase classname="shop.Orders" name="answers as the specification says, case ${at}"/>`,
  )
  await fetch(`${url}/api/test-runs/project/${project.id}/report`, {
    method: 'PUT',
    body: `<testsuite name="Big">${tests.join('')}</testsuite>`,
    headers: { authorization: `Bearer ${token}` },
  }).then((answer) => answer.json())
  const suiteId = await suiteOf(call, project.id)
  const { testCases } = await call('GET', `/test-suites/${suiteId}`)
  const step = Math.floor(CASES / AT_ONCE)
  const ids = testCases.map(({ id }: { id: string }) => id).filter((_: string, at: number) => at % step === 0)
  // The background index goes on for a while.
  await new Promise((resolve) => setTimeout(resolve, CASES))
  return { call, id: project.id, suiteId, otherId, ids: ids.slice(0, AT_ONCE) }
}

/** The suite of a report, when all of it is recorded. */
async function suiteOf(call: Call, projectId: string): Promise<string> {
  for (;;) {
    const { testSuites } = await call('GET', `/projects/${projectId}/overview`)
    const suite = testSuites.find(({ testCaseCount }: { testCaseCount: number }) => testCaseCount === CASES)
    if (suite) return suite.id
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
