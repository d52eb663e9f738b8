import { create as dispositionOf } from 'content-disposition'
import type { Verb } from '#shared/permissions.ts'
import type { Request, RequestHandler, Response, Router } from 'express'
import { AddAttachment, AddCaseAttachment, type AttachmentType } from '#shared/attachments/attachment.ts'
import { DomainError } from '#shared/errors.ts'
import { IdInput } from '#shared/fields.ts'
import { callerOf } from '../authorize.ts'
import type { Services } from '../context.ts'
import { createContext } from '../http/request.ts'
import { PieceSender, preparePieces, sendPieces } from '../http/send-pieces.ts'
import { identifyCaller, inputOf } from '../trpc.ts'
import { attachmentBytes } from './attachment-body.ts'
import { type AttachmentRow, findAttachment, findStoredAttachment } from './attachments.repository.ts'
import { addAttachment } from './attachments.service.ts'
import type { Owner } from './owners.ts'
import { chunksOfAttachment } from './read-attachment.ts'
import { secondsLeft } from './signed-address.ts'

/* The gateway handles only JSON, so routes that receive or send the bytes of a file are mounted before it. */

export const RESULT_ATTACHMENTS_PATH = '/test-runs/result/{resultId}/attachments'

export const CASE_ATTACHMENTS_PATH = '/test-cases/{id}/attachments'

export const ATTACHMENT_PATH = '/attachments/{id}'

export const ATTACHMENT_UPLOADS = [RESULT_ATTACHMENTS_PATH, CASE_ATTACHMENTS_PATH].map((path) => ({
  method: 'POST',
  path,
}))

export const ATTACHMENT_ROUTES = [...ATTACHMENT_UPLOADS, { method: 'GET', path: ATTACHMENT_PATH }]

/** Types that a browser shows inside a page. It downloads all others. */
const SHOWN = new Set<AttachmentType>(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'text/plain'])

const FILE_HEADERS = ['Content-Type', 'Content-Length', 'Content-Disposition', 'Cache-Control']

/** A bucket may answer late, which no other answer must wait for. */
const fromBucket = new PieceSender()

/** Whatever type a browser detects: a sandbox without an origin, which runs and loads nothing. */
const POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

export function addAttachmentRoutes(api: Router, services: Services): void {
  api.post(expressPath(RESULT_ATTACHMENTS_PATH), handlerOf(services, uploadTo(ofResult, 'record')))
  api.post(expressPath(CASE_ATTACHMENTS_PATH), handlerOf(services, uploadTo(ofCase, 'write')))
  api.get(expressPath(ATTACHMENT_PATH), handlerOf(services, answerBytes))
}

const expressPath = (path: string) => path.replace(/\{(.+?)\}/g, ':$1')

type Answer = (services: Services, req: Request, res: Response) => Promise<void>

const handlerOf =
  (services: Services, answer: Answer): RequestHandler =>
  async (req, res) =>
    await answer(services, req, res)

type NewFile = { owner: Owner; name: string }

function ofResult({ query, params }: Request): NewFile {
  const { resultId, name } = inputOf(AddAttachment, { ...query, resultId: params['resultId'] })
  return { owner: { testResult: resultId }, name }
}

function ofCase({ query, params }: Request): NewFile {
  const { id, name } = inputOf(AddCaseAttachment, { ...query, id: params['id'] })
  return { owner: { testCase: id }, name }
}

const uploadTo =
  (fileOf: (req: Request) => NewFile, verb: Verb): Answer =>
  async (services, req, res) => {
    const ctx = createContext(services, req)
    const actor = await identifyCaller(ctx, verb)
    const file = fileOf(req)
    if (req.is('multipart/form-data'))
      throw new DomainError(
        'UNSUPPORTED_MEDIA_TYPE',
        'Send the file itself, not a form: curl --data-binary @screen.png',
      )
    const limit = services.config.ATTACHMENT_MAX_MB * 1024 * 1024
    const chunks = attachmentBytes(req, { limit, caller: callerOf(actor) })
    const attachment = await addAttachment({ ...ctx, actor }, file, chunks)
    if (ctx.reply.isRepeated) res.set('Idempotency-Replayed', 'true')
    res.status(201).json(attachment)
  }

async function answerBytes(services: Services, req: Request, res: Response): Promise<void> {
  res.set('Content-Security-Policy', POLICY)
  const { caller, maxAge, find } = await askedFor(services, req)
  const attachment = await preparePieces(res, caller, find)
  const { name, type, size } = attachment
  const isShown = SHOWN.has(type)
  res.set({
    'Content-Type': type === 'text/plain' ? 'text/plain; charset=utf-8' : type,
    'Content-Length': String(size),
    'Content-Disposition': dispositionOf(name, { type: isShown ? 'inline' : 'attachment' }),
    'Cache-Control': maxAge === undefined ? 'private, no-store' : `private, max-age=${maxAge}`,
  })
  if (req.method === 'HEAD') return void res.end()
  const send = attachment.pieces === null ? sendPieces : fromBucket.send.bind(fromBucket)
  try {
    // If the attachment is deleted meanwhile, the client notices that bytes are missing.
    await send(res, chunksOfAttachment(services, attachment), { caller, isText: false })
  } catch (error) {
    // The error is JSON, and nobody keeps it.
    if (!res.headersSent) for (const name of FILE_HEADERS) res.removeHeader(name)
    throw error
  }
}

type Asked = {
  caller: string
  find: () => Promise<AttachmentRow>
  /** The remaining seconds of a signed address. */
  maxAge?: number
}

/** By a signed address, or else a token or credential. */
async function askedFor(services: Services, req: Request): Promise<Asked> {
  const { db, tokens } = services
  const { id } = inputOf(IdInput, { id: req.params['id'] })
  const ctx = createContext(services, req)
  if (req.query['signature'] === undefined) {
    const actor = await identifyCaller(ctx, 'read')
    return { caller: callerOf(actor), find: () => findAttachment(db, actor, id, 'project.read') }
  }
  const maxAge = secondsLeft(tokens, id, req.query)
  if (maxAge === 0) {
    ctx.anonymousCalls.count(ctx.request.network)
    throw new DomainError('UNAUTHORIZED', 'This address has expired')
  }
  const find = async () => {
    const attachment = await findStoredAttachment(db, id)
    if (!attachment) throw new DomainError('NOT_FOUND', 'Attachment not found')
    return attachment
  }
  return { caller: ctx.request.network, maxAge, find }
}
