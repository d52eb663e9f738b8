import type { TRPCRequestInfo } from '@trpc/server/http'
import type { Request, RequestHandler } from 'express'
import { DomainError } from '#shared/errors.ts'
import type { Context } from '../context.ts'
import { readJson } from './bodies.ts'
import { BODY_LIMIT, bodyLimitOf } from './body-size.ts'
import { sendError } from './errors.ts'
import { identify } from './identify.ts'
import { refuseMethod } from './methods.ts'
import { metaOf } from './routes.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS']

/** Refuses requests at which tRPC's own handler throws: other methods, such as TRACE, and malformed paths. */
export const refuseForTrpc: RequestHandler = (req, res, next) => {
  if (!METHODS.includes(req.method)) return refuseMethod(req, res, METHODS)
  if (!isWellFormed(req.path)) return sendError(res, 400, 'BAD_REQUEST', 'The path has a malformed percent-encoding')
  next()
}

function isWellFormed(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** tRPC would keep the whole body before it knows the path: it reads none when there is a field `body`. */
export const hideBody: RequestHandler = (req, _res, next) => {
  req.body = undefined
  next()
}

/** Lets the calls of a request read their inputs as REST does: once a caller is identified, unpacked and in slices. */
export function readInputsLate(info: TRPCRequestInfo, ctx: Context, req: Request): void {
  if (req.method !== 'POST' || !req.headers['content-type']?.startsWith('application/json')) return
  let body: Promise<unknown> | undefined
  for (const [index, call] of info.calls.entries())
    call.getRawInput = async () => {
      body ??= readInputs(info, ctx, req)
      return info.isBatchCall ? ((await body) as Record<number, unknown>)[index] : await body
    }
}

async function readInputs({ calls, isBatchCall }: TRPCRequestInfo, ctx: Context, req: Request): Promise<unknown> {
  const limits = calls.flatMap(({ procedure }) => (procedure ? [bodyLimitOf(metaOf(procedure))] : []))
  const [least, most] = [Math.min(...limits), Math.max(...limits)]
  // One call of a batch is anyone's, and may be the first to ask.
  const isKnown =
    least === most ||
    (await identify(ctx).then(
      () => true,
      () => false,
    ))
  const input = await readJson(req, { caller: ctx.request.caller, limit: Math.min(isKnown ? most : least, BODY_LIMIT) })
  if (!isBatchCall) return input
  if (typeof input === 'object' && input !== null) return input
  throw new DomainError('BAD_REQUEST', 'The input of a batch must be an object')
}
