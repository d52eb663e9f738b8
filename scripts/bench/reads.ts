import type { Call } from '../seed/api.ts'
import { compare, type Take } from './compare.ts'
import type { Bar, Figure } from './figure.ts'
import { measure, type Sample, type Target } from './load.ts'
import { exchange, pass, type Read, total } from './pass.ts'
import { inPlace, type BenchProject, recordedRuns } from './place.ts'
import { waitsDuring } from './probe.ts'
import { addProject, type Project } from './project.ts'

/* Whole reads of runs and suites: the first one after a change, a repeated one, and an unchanged one (304). */

const FIRST_ROUNDS = 5
const REPEATED_ROUNDS = 3

/** What is read: each of `subjects` once in a pass, after a change to each. */
type Whole = { name: string; subjects: Subject[]; passes: number; connections: number; first: Bar; unchanged?: Bar }
type Subject = { path: string; change: () => Promise<unknown> }
type Side = { target: Target; read: (path: string) => Read }

export async function benchReads(): Promise<Figure[]> {
  return await inPlace({ suites: 1, casesPerSuite: 1_000 }, async (place) => {
    const { call } = place
    const large = await addProject(call, { suites: 10, casesPerSuite: 1_000 })
    const runs = await runsOf(call, place.project, 20)
    const suites = large.suiteIds.map((id, index) => ({
      path: `/test-suites/${id}`,
      change: editCase(call, large, index),
    }))
    const largeRuns = await runsOf(call, large, 2)
    const thousand = { passes: 4, connections: 10, first: { atLeast: 1.1 } }
    const tenThousand = { passes: 2, connections: 1, first: { atLeast: 2 } }
    return [
      ...(await readsOf(place, {
        name: 'run of 1,000 results',
        subjects: runs,
        ...thousand,
        unchanged: { atLeast: 20 },
      })),
      ...(await readsOf(place, { name: 'run of 10,000 results', subjects: largeRuns, ...tenThousand })),
      await longestWait(place, largeRuns),
      ...(await readsOf(place, { name: 'suite of 1,000 cases', subjects: suites, ...thousand })),
    ]
  })
}

async function runsOf(call: Call, project: Project, count: number): Promise<Subject[]> {
  const ids = await recordedRuns(call, project, count)
  return ids.map((testRunId) => ({
    path: `/test-runs/${testRunId}`,
    change: () =>
      call('POST', `/test-cases/${project.caseIds[0]}/execute`, { testRunId, actualValue: `${Math.random()}` }),
  }))
}

/** Edits a case of the suite with this index. */
const editCase =
  (call: Call, { caseIds, suiteIds }: Project, suite: number) =>
  () =>
    call('PATCH', `/test-cases/${caseIds[(suite * caseIds.length) / suiteIds.length]}`, {
      description: `${Math.random()}`,
    })

async function readsOf(place: BenchProject, whole: Whole): Promise<Figure[]> {
  const { name, connections, subjects } = whole
  const [assay, bare] = [
    { target: place.assay, read: place.read.assay },
    { target: place.bare, read: place.read.bare },
  ]
  const path = subjects[0]?.path ?? ''
  const firstOfAssay = firstReads(assay, whole)
  const repeated = { unit: 'rate', rounds: REPEATED_ROUNDS } as const
  return [
    ...(await compare({
      unit: 'rate',
      rounds: FIRST_ROUNDS,
      work: `${name}, first read`,
      assay: firstOfAssay,
      against: [{ name: 'bare', take: firstReads(bare, whole), bar: whole.first, chart: `${name}, first read` }],
    })),
    ...(await compare({
      ...repeated,
      work: `${name}, repeated read (byte cache)`,
      assay: repeatedReads(assay, path, connections),
      against: [{ name: 'bare', take: repeatedReads(bare, path, connections), chart: `${name}, repeated read` }],
    })),
    ...(await compare({
      ...repeated,
      work: `${name}, repeated read, unchanged (304)`,
      assay: unchangedReads(assay, path, connections),
      against: [{ name: 'its own first read', take: firstOfAssay, ...(whole.unchanged && { bar: whole.unchanged }) }],
    })),
  ]
}

/** Changes are made through Assay before each pass, outside the measured time. Both sides read the same. */
function firstReads({ target, read }: Side, { subjects, passes, connections }: Whole): Take {
  return async () => {
    const samples: Sample[] = []
    for (let count = 0; count < passes; count++) {
      await Promise.all(subjects.map(({ change }) => change()))
      samples.push(
        await pass(
          target,
          subjects.map(({ path }) => read(path)),
          { connections, isFirst: true },
        ),
      )
    }
    return total(samples)
  }
}

function repeatedReads({ target, read }: Side, path: string, connections: number): Take {
  const request = read(path)
  return () => measure(target, { connections, requests: [request] })
}

function unchangedReads({ target, read }: Side, path: string, connections: number): Take {
  return async () => {
    const { path: full, headers } = read(path)
    const { tag = '' } = await exchange(target.url, read(path))
    const request = { path: full, headers: { ...headers, 'if-none-match': tag } }
    return await measure(target, { connections, requests: [request], expects: 304 })
  }
}

/** How long another caller waits while runs are read for the first time. */
async function longestWait({ assay, bare, read, project }: BenchProject, runs: Subject[]): Promise<Figure> {
  const whole = { subjects: runs, passes: 5, connections: 1 }
  const other = `/test-cases/${project.caseIds[0]}`
  const waits = async ({ target, read: of }: Side) =>
    await waitsDuring(
      target.url,
      of(other),
      firstReads({ target, read: of }, { name: '', first: { atLeast: 0 }, ...whole }),
    )
  const theirs = Math.max(...(await waits({ target: bare, read: read.bare })))
  const ours = Math.max(...(await waits({ target: assay, read: read.assay })))
  return {
    work: 'longest wait of another call during 10 first reads of a run of 10,000 results',
    assay: `${ours.toFixed(0)} ms`,
    beside: `bare: ${theirs.toFixed(0)} ms`,
    value: ours,
    bar: { atMost: 30, unit: 'ms' },
  }
}
