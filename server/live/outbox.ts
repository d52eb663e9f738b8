import { setTimeout as pause } from 'node:timers/promises'
import { type Change, ChangeSet } from '../database/changes.ts'
import { Joiner } from './joiner.ts'

const PACE = { soonMs: 5, spacingMs: 50 }
const RETRY_MS = 500

/** Changes on their way to all servers. Those that come close together travel together, and none is given up. */
export class Outbox {
  readonly #send: (changes: Change[]) => Promise<boolean>
  readonly #joiner = new Joiner(() => this.#empty(), PACE)
  readonly #told = new ChangeSet()
  #isClosed = false

  /** `send` answers whether it could, and must not throw. */
  constructor(send: (changes: Change[]) => Promise<boolean>) {
    this.#send = send
  }

  add(changes: Change[]): void {
    for (const change of changes) this.#told.add(change)
    this.#joiner.ask()
  }

  /** Sends what is left, if that can be. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#joiner.close()
    await this.#joiner.settled
    await this.#empty()
  }

  async #empty(): Promise<void> {
    const changes = this.#told.take()
    if (changes.length === 0 || (await this.#send(changes)) || this.#isClosed) return
    await pause(RETRY_MS, undefined, { ref: false })
    this.add(changes)
  }
}
