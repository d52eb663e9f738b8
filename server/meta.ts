import type { OpenApiMeta } from 'trpc-to-openapi'
import type { Verb } from '#shared/permissions.ts'

export type RestRoute = NonNullable<OpenApiMeta['openapi']>

export type Meta = {
  openapi?: RestRoute
  alsoAt?: RestRoute[]
  /** The status of success, if not 200. */
  status?: 201
  /** Error statuses that the document cannot derive from the other fields. */
  refusals?: (401 | 403 | 404 | 409 | 429)[]
  /** Whether the call may name a base attempt; its 409 then carries the current result. For the document. */
  hasBase?: true
  /** The call checks a password, and answers 401 while a second factor is missing. For the document. */
  takesSecondFactor?: true
  /** The call is about one entity with an ETag: PATCH and DELETE accept If-Match, GET accepts If-None-Match. */
  entity?: true
  /** A read that is not of one entity and takes If-None-Match all the same: `answer` gets its version. */
  isVersioned?: true
  /** Each field is optional, but a body with none is refused. For the document. */
  refusesEmpty?: true
  /** The maximum size of the body in bytes, if not the default. */
  bodyLimit?: number
  /** Who may call. For the document; the procedures below set it. */
  callers?: 'anyone' | 'users' | 'users-and-machines'
  /** Which API tokens may call: those with one of these verbs, any, or none. The procedures set it, too. */
  tokens?: readonly Verb[] | 'any' | 'none'
}

/** Whether a call creates something, and so accepts an Idempotency-Key. Its service runs the write with `once`. */
export const isCreating = ({ openapi, status }: Meta) => openapi?.method === 'POST' && status === 201

export const isRead = ({ openapi }: Meta) => openapi?.method === 'GET'

export const hasTag = ({ openapi, entity }: Meta) => entity === true && openapi?.method !== 'DELETE'

export const takesIfMatch = ({ openapi, entity }: Meta) =>
  entity === true && (openapi?.method === 'PATCH' || openapi?.method === 'DELETE')

export const takesIfNoneMatch = (meta: Meta) => isRead(meta) && (meta.entity ?? meta.isVersioned ?? false)
