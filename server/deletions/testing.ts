import { giveWay } from '../limits/give-way.ts'
import type { Answer, Caller, Person, TestServer } from '../testing/server.ts'

/** Polls until the work ends. */
export async function during<T>(work: Promise<T>, look: () => Promise<unknown>): Promise<T> {
  const end = new AbortController()
  const ended = work.finally(() => end.abort())
  while (!end.signal.aborted) {
    await look()
    await giveWay()
  }
  return await ended
}

export function reportOfBigSuite(cases: number): string {
  const tests = Array.from({ length: cases }, (_, index) => `<testcase classname="Big" name="Case ${index}"/>`)
  return `<testsuite name="Big">${tests.join('')}</testsuite>`
}

export class Trash {
  readonly #server: TestServer
  readonly #owner: Person
  readonly project: { id: string; clientSecret: string }

  constructor(server: TestServer, owner: Person, project: { id: string; clientSecret: string }) {
    this.#server = server
    this.#owner = owner
    this.project = project
  }

  static async open(server: TestServer, owner: Person): Promise<Trash> {
    return new Trash(server, owner, await server.project(owner))
  }

  get projectId(): string {
    return this.project.id
  }

  async suite(name: string, ...names: string[]): Promise<{ id: string; cases: string[] }> {
    const { id } = await this.#server.suite(this.#owner, this.projectId, name)
    const cases: string[] = []
    for (const each of names) cases.push(await this.testCase(id, each))
    return { id, cases }
  }

  async testCase(suiteId: string, name: string, change: Record<string, unknown> = {}): Promise<string> {
    return (await this.#server.testCase(this.#owner, suiteId, { name, ...change })).id
  }

  async delete(ids: (string | undefined)[], as: Caller = this.#owner): Promise<Answer> {
    return await this.#server.post(`/projects/${this.projectId}/test-cases/delete`, { ids }, as)
  }

  async restore(deletionId: string, as: Caller = this.#owner): Promise<Answer> {
    return await this.#server.post(`/projects/${this.projectId}/deletions/${deletionId}/restore`, undefined, as)
  }

  async list(query = ''): Promise<any[]> {
    return (await this.#server.get(`/projects/${this.projectId}/deletions${query}`, this.#owner)).body
  }

  /** The suites and cases with their numbers: '1 Cart: 1 A, 2 B'. */
  async shown(): Promise<string[]> {
    const { body } = await this.#server.get(`/projects/${this.projectId}`, this.#owner)
    return body.testSuites.map(
      ({ number, name, testCases }: any) =>
        `${number} ${name}: ${testCases.map((each: any) => `${each.number} ${each.name}`).join(', ')}`,
    )
  }
}
