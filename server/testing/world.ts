import { insertMember } from '../members/members.repository.ts'
import type { Person, TestServer } from './server.ts'

/** A fresh project of the owner, and factories for its records. After a call that changes it, it must not be reused. */
export class World {
  readonly #server: TestServer
  readonly owner: Person
  project!: { id: string; clientSecret: string }
  static #lastEmail = 0

  constructor(server: TestServer, owner: Person) {
    this.#server = server
    this.owner = owner
  }

  async open(memberIds: string[]): Promise<this> {
    this.project = await this.#server.project(this.owner)
    await this.#server.services.write(null, async (db) => {
      for (const userId of memberIds) await insertMember(db, { projectId: this.project.id, userId, role: 'qa_tester' })
    })
    return this
  }

  newEmail = () => `new${++World.#lastEmail}@example.com`
  newUser = () => this.#server.person(`New${++World.#lastEmail}`)
  newMember = async () =>
    (await this.#server.member(this.owner, this.project.id, await this.newUser())).userId as string

  async projectToken(verbs: string[]) {
    const body = { name: 'CI', verbs }
    return (await this.#server.post(`/projects/${this.project.id}/tokens`, body, this.owner)).body
  }

  async personalToken() {
    return (await this.#server.post('/auth/tokens', { name: 'Laptop', verbs: ['read'] }, this.owner)).body
  }

  /** Another session than that of the owner's calls. */
  async sessionOfOwner() {
    const { email, password } = this.owner
    const { accessToken } = (await this.#server.post('/auth/sign-in', { email, password })).body
    const sessions = (await this.#server.get('/auth/sessions', { authorization: `Bearer ${accessToken}` })).body
    return sessions[0].id as string
  }

  suite = () => this.#server.suite(this.owner, this.project.id)
  testCase = async () => await this.#server.testCase(this.owner, (await this.suite()).id)
  run = () => this.#server.run(this.owner, this.project.id)

  async endedRun() {
    const { id } = await this.run()
    return (await this.#server.post(`/test-runs/${id}/complete`, {}, this.owner)).body
  }

  async caseChange() {
    const body = { ids: [(await this.testCase()).id], set: { priority: 'high' } }
    const { changeId } = (await this.#server.patch(`/projects/${this.project.id}/test-cases`, body, this.owner)).body
    return changeId as string
  }

  async result() {
    await this.testCase()
    return (await this.run()).results[0]
  }

  async attachment() {
    return (await this.#server.attach(this.owner, (await this.result()).id, 'a file')).body
  }

  async attachmentOfCase() {
    return (await this.#server.attachToCase(this.owner, (await this.testCase()).id, 'a file')).body
  }

  async addressOfResult() {
    const { testRunId, testCase } = await this.result()
    return { runId: testRunId, projectId: this.project.id, suiteId: testCase.testSuiteId, caseName: testCase.name }
  }

  async share() {
    const { testRunId } = await this.result()
    const { body } = await this.#server.post(`/test-runs/${testRunId}/share`, {}, this.owner)
    return { testRunId: testRunId as string, token: body.link.split('/').at(-1) as string }
  }

  /** The address of the badge. */
  async badge() {
    return (await this.#server.post(`/projects/${this.project.id}/badge`, {}, this.owner)).body.link as string
  }

  async webhook() {
    const { id } = this.project
    const body = { url: 'https://hooks.invalid/', form: 'webhook' }
    return { id, webhookId: (await this.#server.post(`/projects/${id}/webhooks`, body, this.owner)).body.id as string }
  }

  async delivery() {
    const of = await this.webhook()
    const { body } = await this.#server.post(`/projects/${of.id}/webhooks/${of.webhookId}/test`, {}, this.owner)
    return { ...of, deliveryId: body.id as string }
  }

  /** The owner is told that the project assigned a result to the owner. */
  async notice(): Promise<string> {
    const { id, testRunId } = await this.result()
    const machine = { authorization: `Basic ${btoa(`${this.project.id}:${this.project.clientSecret}`)}` }
    const assigned = { results: [{ resultId: id }], assigneeId: this.owner.id }
    await this.#server.patch(`/test-runs/${testRunId}/results`, assigned, machine)
    for (;;) {
      const { body } = await this.#server.get('/notices?unread=true', this.owner)
      const told = body.find(({ testRun }: any) => testRun.id === testRunId)
      if (told) return told.id as string
    }
  }

  async importId(): Promise<string> {
    return (await this.#server.importCases(this.owner, this.project.id, `name\n${Math.random()}\n`)).body.id
  }

  async deletionId(): Promise<string> {
    return (await this.#server.delete(`/test-cases/${(await this.testCase()).id}`, this.owner)).body.deletionId
  }

  async invite() {
    const { body } = await this.#server.post(
      `/invite/create/${this.project.id}`,
      { email: this.newEmail() },
      this.owner,
    )
    return new URL(body.inviteLink).searchParams.get('token') as string
  }

  async inviteId() {
    await this.invite()
    return (await this.#server.get(`/projects/${this.project.id}/invites`, this.owner)).body[0].id as string
  }
}
