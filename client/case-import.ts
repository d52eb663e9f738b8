import { basename } from 'node:path/posix'
import { setTimeout as wait } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import { NAME_MAX } from '#shared/limits.ts'
import type { ColumnMapping, Import, ImportPreview } from '#shared/imports/import.ts'
import type { Connection } from './connection.ts'
import { CallFailure, usageFailure } from './failures.ts'
import type { ReportFile } from './files.ts'
import { sendFile } from './put-file.ts'
import { withRetries } from './retry.ts'

export type ImportOptions = { ignoreRefs?: boolean; skipRefused?: boolean; map?: ColumnMapping }

/** How often a large import is asked how far it is. */
const POLL_MS = 300

/** Sends a file of cases to the import of the server. Throws CallFailure, and a usage Failure for an unreadable file. */
export class CaseImport {
  readonly #connection: Connection
  readonly #file: ReportFile
  readonly #options: ImportOptions
  /** Prevents a second import when the file is sent again after a lost response. */
  readonly #idempotencyKey = uuidv7()

  constructor(connection: Connection, file: ReportFile, options: ImportOptions) {
    this.#connection = connection
    this.#file = file
    this.#options = options
  }

  async preview(): Promise<ImportPreview> {
    return (await this.#send({ dryRun: 'true' }, {})) as ImportPreview
  }

  /** Starts the import. A large one is not done yet. */
  async start(): Promise<Import> {
    return (await this.#send({}, { 'idempotency-key': this.#idempotencyKey })) as Import
  }

  /** Waits until the import is done. */
  async finish(started: Import, onProgress: (now: Import) => void): Promise<Import> {
    let now = started
    while (!now.isDone) {
      onProgress(now)
      await wait(POLL_MS)
      now = await this.#connection.call((client) =>
        client.imports.get.query({ id: this.#connection.projectId, importId: started.id }),
      )
    }
    return now
  }

  async #send(query: Record<string, string>, headers: Record<string, string>): Promise<unknown> {
    const { authorization, policy, timeoutMs } = this.#connection
    const sending = { gzip: false, timeoutMs, onProgress: () => {} }
    const post = { method: 'POST', file: this.#file, headers: { authorization, ...headers }, ...sending } as const
    const { body } = await withRetries(() => sendFile(this.#address(query), post), policy).catch(asUnreadable)
    return body
  }

  #address(query: Record<string, string>): URL {
    const { url, projectId } = this.#connection
    const { ignoreRefs, skipRefused, map } = this.#options
    const address = new URL(`${url}/api/projects/${encodeURIComponent(projectId)}/imports`)
    const flags = { ignoreRefs: ignoreRefs && 'true', skipRefused: skipRefused && 'true' }
    const all = { name: nameOf(this.#file), ...query, ...flags, mapping: map && JSON.stringify(map) }
    for (const [name, value] of Object.entries(all)) if (value) address.searchParams.set(name, value)
    return address
  }
}

/** The path as it is written: the keys of scenarios begin with it. */
function nameOf({ path, content }: ReportFile): string {
  const name = path.replaceAll('\\', '/').replace(/^\.\//, '')
  if (content) return ''
  return name.length <= NAME_MAX ? name : basename(name)
}

function asUnreadable(error: unknown): never {
  const isUnreadable = error instanceof CallFailure && (error.status === 400 || error.status === 413)
  throw isUnreadable ? usageFailure(error.message.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase())) : error
}
