import { TRPCClientError } from '@trpc/client'
import { type AssayClient, createClient } from './api.ts'
import { type CredentialFlags, readCredentials } from './credentials.ts'
import { CallFailure, connectionFailure, retryAfterSeconds } from './failures.ts'
import { type RetryPolicy, isUnbegun, withRetries } from './retry.ts'

export type ConnectionFlags = CredentialFlags & { retries: number; retryDelay: number; timeout: number }

/** One project on one server, as its own credential sees it. */
export class Connection {
  readonly url: string
  readonly projectId: string
  readonly authorization: string
  readonly policy: RetryPolicy
  /** How long nothing at all may arrive before the connection counts as lost. */
  readonly timeoutMs: number
  readonly #client: AssayClient

  constructor(fields: Pick<Connection, 'url' | 'projectId' | 'policy' | 'timeoutMs'> & { clientSecret: string }) {
    this.url = fields.url
    this.projectId = fields.projectId
    this.policy = fields.policy
    this.timeoutMs = fields.timeoutMs
    this.authorization = `Basic ${Buffer.from(`${fields.projectId}:${fields.clientSecret}`).toString('base64')}`
    this.#client = createClient({
      baseUrl: this.url,
      authorization: () => this.authorization,
      fetch: (url, init) => fetchJson(url, { ...init, signal: AbortSignal.timeout(this.timeoutMs) }),
    })
  }

  /** Asks the server, again if need be. Throws CallFailure. */
  async call<T>(ask: (client: AssayClient, attempt: number) => Promise<T>): Promise<T> {
    return await withRetries((attempt) => ask(this.#client, attempt).catch(rethrow), this.policy)
  }

  /** Asks for what must not be done twice: not again, when it may have been done already. Throws CallFailure. */
  async callOnce<T>(ask: (client: AssayClient) => Promise<T>): Promise<T> {
    return await withRetries(() => ask(this.#client).catch(rethrow), this.policy, isUnbegun)
  }
}

/** Throws a usage Failure when the credentials are missing or wrong. */
export async function connect(flags: ConnectionFlags, note: (text: string) => void): Promise<Connection> {
  const policy = { retries: flags.retries, firstDelayMs: flags.retryDelay * 1000, note }
  return new Connection({ ...(await readCredentials(flags)), policy, timeoutMs: flags.timeout * 1000 })
}

/** A page of a gateway in between, which tRPC would try to read, forgetting its status. */
async function fetchJson(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  if (response.headers.get('content-type')?.startsWith('application/json')) return response
  await response.body?.cancel()
  throw foreignAnswer(response)
}

function foreignAnswer({ status, headers }: Response): CallFailure {
  return new CallFailure(`the answer, ${status}, is not one of Assay`, {
    status,
    retryAfterSeconds: retryAfterSeconds(headers.get('retry-after')),
  })
}

function rethrow(error: unknown): never {
  if (!(error instanceof TRPCClientError)) throw error
  if (error.cause instanceof CallFailure) throw error.cause
  const response = error.meta?.['response'] instanceof Response ? error.meta['response'] : undefined
  const data = error.data as { httpStatus: number } | undefined
  if (!data) throw response ? foreignAnswer(response) : connectionFailure(error)
  throw new CallFailure(error.message, {
    status: data.httpStatus,
    retryAfterSeconds: retryAfterSeconds(response?.headers.get('retry-after')),
  })
}
