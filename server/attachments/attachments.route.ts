import { create as dispositionOf } from 'content-disposition'
import type { Verb } from '#shared/permissions.ts'
import type { Request, Response } from 'express'
import { AddAttachment, AddCaseAttachment, type AttachmentType } from '#shared/attachments/attachment.ts'
import { DomainError } from '#shared/errors.ts'
import { IdInput } from '#shared/fields.ts'
import { callerOf } from '../authorize.ts'
import type { Services } from '../context.ts'
import { type PlainRoute, refuseForm } from '../http/plain-routes.ts'
import { createContext } from '../http/request.ts'
import { PieceSender, preparePieces, sendPieces } from '../http/send-pieces.ts'
import { identifyCaller, inputOf } from '../trpc.ts'
import { attachmentBytes } from './attachment-body.ts'
import { type AttachmentRow, findAttachment, findStoredAttachment } from './attachments.repository.ts'
import { addAttachment } from './attachments.service.ts'
import type { Owner } from './owners.ts'
import { chunksOfAttachment } from './read-attachment.ts'
import { secondsLeft } from './signed-address.ts'

export const RESULT_ATTACHMENTS_PATH = '/test-runs/result/{resultId}/attachments'

export const CASE_ATTACHMENTS_PATH = '/test-cases/{id}/attachments'

export const ATTACHMENT_PATH = '/attachments/{id}'

const body: PlainRoute['body'] = { noun: 'attachment', maxMb: ({ ATTACHMENT_MAX_MB }) => ATTACHMENT_MAX_MB }

export const ATTACHMENT_ROUTES: PlainRoute[] = [
  { method: 'POST', path: RESULT_ATTACHMENTS_PATH, answer: uploadTo(ofResult, 'record'), body },
  { method: 'POST', path: CASE_ATTACHMENTS_PATH, answer: uploadTo(ofCase, 'write'), body },
  { method: 'GET', path: ATTACHMENT_PATH, answer: answerBytes },
]

/** Types that a browser shows inside a page. It downloads all others. */
const SHOWN = new Set<AttachmentType>(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'text/plain'])

const FILE_HEADERS = ['Content-Type', 'Content-Length', 'Content-Disposition', 'Cache-Control']

/** A bucket may answer late, which no other answer must wait for. */
const fromBucket = new PieceSender()

/** Whatever type a browser detects: a sandbox without an origin, which runs and loads nothing. */
const POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

type NewFile = { owner: Owner; name: string }

function ofResult({ query, params }: Request): NewFile {
  const { resultId, name } = inputOf(AddAttachment, { ...query, resultId: params['resultId'] })
  return { owner: { testResult: resultId }, name }
}

function ofCase({ query, params }: Request): NewFile {
  const { id, name } = inputOf(AddCaseAttachment, { ...query, id: params['id'] })
  return { owner: { testCase: id }, name }
}

function uploadTo(fileOf: (req: Request) => NewFile, verb: Verb): PlainRoute['answer'] {
  return async (services, req, res) => {
    const ctx = createContext(services, req)
    const actor = await identifyCaller(ctx, verb)
    const file = fileOf(req)
    refuseForm(req, 'curl --data-binary @screen.png')
    const limit = services.config.ATTACHMENT_MAX_MB * 1024 * 1024
    const chunks = attachmentBytes(req, { limit, caller: callerOf(actor) })
    const attachment = await addAttachment({ ...ctx, actor }, file, chunks)
    if (ctx.reply.isRepeated) res.set('Idempotency-Replayed', 'true')
    res.status(201).json(attachment)
  }
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
