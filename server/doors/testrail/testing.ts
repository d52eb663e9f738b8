import { type Caller, machine, type TestServer } from '../../testing/server.ts'

export type Answered = { status: number; body: any; headers: Headers }

/** Calls the door as published callers do. */
export class TestRailCaller {
  readonly #server: TestServer
  readonly #as: Caller | undefined
  readonly #base: string

  constructor(server: TestServer, as: Caller | undefined, base = '') {
    this.#server = server
    this.#as = as
    this.#base = base
  }

  /** `method` with its ids and parameters: `get_cases/1&limit=2`. */
  get = async (method: string) => await this.send('GET', `/index.php?/api/v2/${method}`)
  post = async (method: string, body?: unknown) =>
    await this.send('POST', `/index.php?/api/v2/${method}`, body === undefined ? undefined : JSON.stringify(body), {
      'content-type': 'application/json',
    })

  async send(
    method: string,
    path: string,
    body?: string | FormData,
    headers: Record<string, string> = {},
  ): Promise<Answered> {
    const response = await fetch(`${this.#server.url}${this.#base}${path}`, {
      method,
      redirect: 'manual',
      headers: { ...(this.#as && { authorization: this.#as.authorization }), ...headers },
      ...(body !== undefined && { body }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
  }

  /** Adds a file as a form, and returns the answer. */
  async upload(method: string, name: string, content: string): Promise<Answered> {
    const form = new FormData()
    form.set('attachment', new Blob([content]), name)
    return await this.send('POST', `/index.php?/api/v2/${method}`, form)
  }

  /** Reads all pages of a list by their links. */
  async all(method: string, noun: string): Promise<any[]> {
    const found: any[] = []
    for (let next: string | null = `/api/v2/${method}`; next !== null;) {
      const { body }: Answered = await this.send('GET', `/index.php?${next}`)
      found.push(...body[noun])
      next = body._links.next
    }
    return found
  }
}

/** A new project with a section and some cases, and its credential at the door. */
export async function projectAtDoor(server: TestServer, ownerName: string, cases = 0) {
  const owner = await server.person(ownerName)
  const project = await server.project(owner)
  const door = new TestRailCaller(server, machine(project))
  const projectId: number = (await door.get('get_projects')).body.projects[0].id
  const section: number = (await door.post(`add_section/${projectId}`, { name: 'Payments' })).body.id
  const caseIds: number[] = []
  for (let number = 1; number <= cases; number += 1)
    caseIds.push((await door.post(`add_case/${section}`, { title: `Pays ${number}` })).body.id)
  return { owner, project, door, projectId, section, caseIds }
}
