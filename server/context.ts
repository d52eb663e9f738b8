import type { Logger } from 'pino'
import type { Passwords } from './auth/passwords.ts'
import type { Tokens } from './auth/tokens.ts'
import type { Config } from './config.ts'
import type { Db } from './database/databases.ts'
import type { Actor, UserActor } from './authorize.ts'
import type { Page } from './http/paging.ts'
import type { Live } from './live/live.ts'
import type { Writer } from './database/writer.ts'

/** What a process has one of. */
export type Services = {
  /** For reading. Whatever writes, and whatever a write depends on, goes through `write`. */
  db: Db
  write: Writer['write']
  /** For a write that takes long: it has a transaction of its own, and lets others work between its steps. */
  writeAlone: Writer['writeAlone']
  config: Config
  passwords: Passwords
  tokens: Tokens
  /** Those who watch what changes. */
  live: Live
  log: Logger
  /** Whether a proxy should send nothing more, since the process is about to end. */
  isStopping: () => boolean
}

/** What a procedure may know of the request that called it. */
export type Request = {
  id: string | undefined
  authorization: string | undefined
  idempotencyKey: string | undefined
  /** The caller's network address. */
  address: string
  /** Where the caller reached us: scheme, host, port and path prefix. */
  baseUrl: string
  /** Closes the connection, whatever is still to be sent. */
  cutOff: () => void
}

export type Context = Services & {
  request: Request
  /** What the answer says beside its body. */
  reply: { page?: Page<unknown>; isRepeated?: boolean }
}

export type ActorContext = Context & { actor: Actor }
export type UserContext = Context & { actor: UserActor }

/** Notes what is left of a list, for the REST headers, and gives its items. */
export function sendPage<T>(ctx: Context, page: Page<T>): T[] {
  ctx.reply.page = page
  return page.items
}
