import { describe, expect, test } from 'vitest'
import { useTestServer } from '../testing/use-server.ts'
import { answersAndNaive } from './testing.ts'

const server = await useTestServer()
const olga = await server.person('Olga')

/** A small generator with a seed, so that a failure can be repeated. */
function randomOf(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const BRANCHES = ['main', 'main', 'main', 'next', null]
const STATUSES = ['passed', 'passed', 'failed', 'error', 'skipped']

class Project {
  readonly random: (below: number) => number
  readonly id: string
  readonly cases: string[] = []
  readonly runs: string[] = []
  readonly deletions: string[] = []
  readonly #suiteId: string

  constructor(id: string, suiteId: string, seed: number) {
    this.id = id
    this.#suiteId = suiteId
    this.random = randomOf(seed)
  }

  static async create(seed: number): Promise<Project> {
    const { id } = await server.project(olga)
    const suite = await server.suite(olga, id)
    const project = new Project(id, suite.id, seed)
    for (let count = 0; count < 8; count++) await project.newCase()
    await project.start()
    return project
  }

  pick<T>(list: readonly T[]): T {
    return list[this.random(list.length)] as T
  }

  async newCase(): Promise<void> {
    this.cases.push((await server.testCase(olga, this.#suiteId)).id)
  }

  async start(): Promise<void> {
    const branch = this.pick(BRANCHES)
    const { status, body } = await server.post(
      `/test-runs/project/${this.id}`,
      { branch, environment: branch && 'ci' },
      olga,
    )
    if (status !== 201) throw new Error(`a start answered ${status}`)
    this.runs.push(body.id)
  }

  /** Most results are recorded in the newest run, as in life. */
  someRun(): string {
    return this.random(3) > 0 ? (this.runs.at(-1) as string) : this.pick(this.runs)
  }

  async record(): Promise<void> {
    const status = this.pick(STATUSES)
    const body = { testRunId: this.someRun(), status, executionTimeMs: this.random(100) }
    await server.post(`/test-cases/${this.pick(this.cases)}/execute`, body, olga)
  }

  async takeBack(): Promise<void> {
    const { body } = await server.get(`/test-runs/${this.someRun()}`, olga)
    const result = this.pick(body.results as any[])
    if (result) await server.patch(`/test-runs/result/${result.id}`, { actualValue: null }, olga)
  }

  async end(): Promise<void> {
    await server.post(`/test-runs/${this.someRun()}/complete`, {}, olga)
  }

  async reopen(): Promise<void> {
    await server.post(`/test-runs/${this.someRun()}/reopen`, {}, olga)
  }

  async rename(): Promise<void> {
    await server.patch(`/test-runs/${this.someRun()}`, { branch: this.pick(BRANCHES) }, olga)
  }

  async deleteRun(): Promise<void> {
    if (this.runs.length < 3) return
    const [id] = this.runs.splice(this.random(this.runs.length), 1)
    await server.delete(`/test-runs/${id}`, olga)
  }

  async deleteCase(): Promise<void> {
    const { body } = await server.delete(`/test-cases/${this.pick(this.cases)}`, olga)
    if (body.deletionId) this.deletions.push(body.deletionId)
  }

  async restoreCase(): Promise<void> {
    const id = this.deletions.pop()
    if (id) await server.post(`/projects/${this.id}/deletions/${id}/restore`, {}, olga)
  }

  async act(): Promise<void> {
    const dice = this.random(40)
    if (dice < 24) await this.record()
    else if (dice < 28) await this.start()
    else if (dice < 31) await this.end()
    else if (dice < 33) await this.takeBack()
    else if (dice < 34) await this.reopen()
    else if (dice < 35) await this.rename()
    else if (dice < 36) await this.deleteRun()
    else if (dice < 37) await this.deleteCase()
    else if (dice < 38) await this.restoreCase()
    else if (dice < 39) await this.newCase()
    else await server.get(`/projects/${this.id}/quality`, olga)
  }
}

describe('after random operations', () => {
  test.each([1, 2, 3])('of seed %d, the quality is that of a count of all results', async (seed) => {
    const project = await Project.create(seed)
    const get = async (path: string) => (await server.get(path, olga)).body
    for (let round = 0; round < 6; round++) {
      for (let count = 0; count < 50; count++) await project.act()
      const { answers, naive } = await answersAndNaive(server.services.db, project.id, get)
      expect(answers).toEqual(naive)
    }
  })
})
