import type { Request } from 'autocannon'
import { compare } from './compare.ts'
import type { Figure } from './figure.ts'
import { measure } from './load.ts'
import { inPlace, type BenchProject } from './place.ts'

/* Small calls against the bare server: recording, and reading one case. */

const ROUNDS = 5

export async function benchCalls(): Promise<Figure[]> {
  return await inPlace({ suites: 1, casesPerSuite: 1_000 }, async (place) => [
    ...(await atFullSpeed(place, 'record one execution', 10, recordings(place), 1)),
    ...(await atFullSpeed(place, 'record one execution', 32, recordings(place), 1.66)),
    ...(await atFullSpeed(place, 'one case, each read in full', 10, cases(place), 0.4)),
  ])
}

async function atFullSpeed(
  place: BenchProject,
  name: string,
  connections: number,
  requests: Request[],
  atLeast: number,
) {
  const { assay, bare, project } = place
  const ours = requests.map((request) => ({
    ...request,
    path: `/api${request.path}`,
    headers: { ...request.headers, authorization: `Bearer ${project.token}` },
  }))
  const take = () => measure(bare, { connections, requests })
  return await compare({
    work: `${name}, ${connections} connections`,
    unit: 'rate',
    rounds: ROUNDS,
    assay: () => measure(assay, { connections, requests: ours }),
    against: [{ name: 'bare', take, bar: { atLeast }, chart: `${name}, ${connections} connections` }],
  })
}

const recordings = ({ project: { caseIds, testRunId } }: BenchProject): Request[] =>
  caseIds.slice(0, 200).map((id, index) => ({
    method: 'POST',
    path: `/test-cases/${id}/execute`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ testRunId, actualValue: index % 3 === 0 ? 'no' : 'ok', executionTimeMs: 12.5 }),
  }))

const cases = ({ project: { caseIds } }: BenchProject): Request[] =>
  caseIds.slice(0, 200).map((id) => ({ method: 'GET', path: `/test-cases/${id}` }))
