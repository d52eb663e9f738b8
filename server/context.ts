import type { Logger } from 'pino'
import type { ReportAnswer } from '#shared/test-reports/test-report.ts'
import type { Bucket } from './attachments/bucket/bucket.ts'
import type { Passwords } from './auth/passwords.ts'
import type { Tokens } from './auth/tokens.ts'
import type { Config } from './config.ts'
import type { Db } from './database/databases.ts'
import type { Actor, SessionActor, UserActor } from './authorize.ts'
import type { AnswerCache } from './http/answer-cache.ts'
import type { AnonymousCalls } from './limits/anonymous-calls.ts'
import type { Providers } from './identities/providers.ts'
import type { ClientSecrets } from './projects/client-secrets.ts'
import type { Sender } from './notifications/sender.ts'
import type { Page } from './http/paging.ts'
import type { Reply } from './http/json.ts'
import type { Live } from './live/live.ts'
import type { ReadSnapshot } from './database/snapshots.ts'
import type { StorageFailed } from './database/storage-failed.ts'
import type { Writer } from './database/writer.ts'

type Storage = {
  /** Throws if the database cannot be read or its file is not in place. */
  check: () => Promise<void>
  failure: () => StorageFailed | undefined
}

export type Services = {
  /** For reads only. Writes, and reads that they depend on, go through `write`. */
  db: Db
  /** For long reads, which see one state of the database throughout. */
  snapshot: ReadSnapshot
  write: Writer['write']
  writeLater: Writer['writeLater']
  storage: Storage
  reports: RecordReports
  /** Folds results into the quality of projects. */
  quality: { fold: (projectId: string, ms: number) => Promise<void> }
  /** Removes deleted records in short writes. */
  trash: { wake: () => void }
  /** Delivers what other tools are told. */
  outbox: { wake: () => void }
  /** Sends requests to other tools. */
  sender: Sender
  /** Where the bytes of attachments are, if not in the database. */
  bucket: Bucket | undefined
  config: Config
  passwords: Passwords
  tokens: Tokens
  secrets: ClientSecrets
  providers: Providers
  anonymousCalls: AnonymousCalls
  answers: AnswerCache
  live: Live
  log: Logger
  /** Whether shutdown has begun. The health check then tells proxies to stop sending. */
  isStopping: () => boolean
}

/** The recorder of test-reports/report-recorder.ts. */
export type RecordReports = {
  /** Runs `work` in the project's turn, two at a time. */
  inTurn<T>(projectId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>
  record(id: string): Promise<ReportAnswer>
}

/** The part of an HTTP request that procedures see. */
export type Request = {
  id: string | undefined
  authorization: string | undefined
  idempotencyKey: string | undefined
  ifMatch: string | undefined
  ifNoneMatch: string | undefined
  /** The caller's network, as limits count it. */
  network: string
  /** The Cookie header, if any. Only a sign-in by another provider reads it. */
  cookie: string | undefined
  /** Sets a cookie with the answer. */
  setCookie: (cookie: string) => void
  /** The User-Agent, if any. */
  agent: string | null
  /** The key for limits: the network, or the user or project once the caller is identified. */
  caller: string
  /** Notes the caller for the access log, and tells a caller when its API token expires. */
  identifiedAs: (actor: Actor) => void
  /** Scheme, host, port and path prefix under which the caller reached us. */
  baseUrl: string
  /** Whether the answer of a read may be Json: on REST. */
  takesBytes: boolean
  /** Calls back when the answer was sent or its connection was lost. */
  onEnd: (ended: () => void) => void
  /** Closes the connection at once. */
  cutOff: () => void
}

export type Context = Services & {
  request: Request
  /** The gateway sends these as headers of the answer. */
  reply: Reply
}

export type ActorContext = Context & { actor: Actor }
export type UserContext = Context & { actor: UserActor }
export type SessionContext = Context & { actor: SessionActor }

export function sendPage<T>(ctx: Context, page: Page<T>): T[] {
  ctx.reply.page = page
  return page.items
}
