import { TRPCClientError } from '@trpc/client'
import { type AssayClient, createClient } from './api.ts'
import { type CredentialFlags, type Credentials, readCredentials } from './credentials.ts'
import { CallFailure, connectionFailure, retryAfterSeconds } from './failures.ts'
import { type RetryPolicy, isNotStarted, withRetries } from './retry.ts'

export type ConnectionFlags = CredentialFlags & { retries: number; retryDelay: number; timeout: number }

type Fields = Credentials & Pick<Connection, 'policy' | 'timeoutMs'>

export class Connection {
  readonly url: string
  readonly projectId: string
  readonly authorization: string
  readonly isUser: boolean
  readonly policy: RetryPolicy
  /** Idle time after which the connection counts as lost. */
  readonly timeoutMs: number
  readonly #client: AssayClient

  constructor({ url, projectId, clientSecret = '', token, policy, timeoutMs }: Fields) {
    this.url = url
    this.projectId = projectId
    this.policy = policy
    this.timeoutMs = timeoutMs
    this.isUser = token !== undefined && !token.startsWith('assay_prj_')
    this.authorization =
      token !== undefined
        ? `Bearer ${token}`
        : `Basic ${Buffer.from(`${projectId}:${clientSecret}`).toString('base64')}`
    this.#client = createClient({
      baseUrl: this.url,
      authorization: () => this.authorization,
      fetch: (url, init) => fetchJson(url, { ...init, signal: AbortSignal.timeout(this.timeoutMs) }),
    })
  }

  /** Calls the server, with retries. Throws CallFailure. */
  async call<T>(send: (client: AssayClient, attempt: number) => Promise<T>): Promise<T> {
    return await withRetries((attempt) => send(this.#client, attempt).catch(rethrow), this.policy)
  }

  /** For calls that are not idempotent: retries only what the server cannot have started. Throws CallFailure. */
  async callOnce<T>(send: (client: AssayClient) => Promise<T>): Promise<T> {
    return await withRetries(() => send(this.#client).catch(rethrow), this.policy, isNotStarted)
  }
}

/** Throws a usage Failure when credentials are missing or wrong. */
export async function connect(flags: ConnectionFlags, note: (text: string) => void): Promise<Connection> {
  return connectWith(await readCredentials(flags), flags, note)
}

export function connectWith(
  credentials: Credentials,
  flags: ConnectionFlags,
  note: (text: string) => void,
): Connection {
  const policy = { retries: flags.retries, firstDelayMs: flags.retryDelay * 1000, note }
  return new Connection({ ...credentials, policy, timeoutMs: flags.timeout * 1000 })
}

/** Refuses responses that are not JSON, such as a gateway's error pages: tRPC would lose their status. */
async function fetchJson(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  if (response.headers.get('content-type')?.startsWith('application/json')) return response
  await response.body?.cancel()
  throw unexpectedResponse(response)
}

function unexpectedResponse({ status, headers }: Response): CallFailure {
  return new CallFailure(`unexpected response (HTTP ${status}): not from an Assay server`, {
    status,
    retryAfterSeconds: retryAfterSeconds(headers.get('retry-after')),
  })
}

function rethrow(error: unknown): never {
  if (!(error instanceof TRPCClientError)) throw error
  if (error.cause instanceof CallFailure) throw error.cause
  const response = error.meta?.['response'] instanceof Response ? error.meta['response'] : undefined
  const data = error.data as { httpStatus: number } | undefined
  if (!data) throw response ? unexpectedResponse(response) : connectionFailure(error)
  throw new CallFailure(error.message, {
    status: data.httpStatus,
    retryAfterSeconds: retryAfterSeconds(response?.headers.get('retry-after')),
  })
}
