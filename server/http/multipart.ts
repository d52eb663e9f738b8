import type { Readable } from 'node:stream'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import type { Request } from 'express'
import { DomainError } from '#shared/errors.ts'
import { tooLarge } from './body-size.ts'
import { closeAfterAnswer } from './connections.ts'

/** The parts of a form beside its files, and their headers, are short. */
const FORM = { fields: 20, fieldSize: 10_000, fieldNameSize: 200, headerPairs: 50, headerSize: 8_192 }

/** What a form may have around its files. */
const AROUND = 64 * 1024

type Limits = { files: number; fileBytes: number; noun: string }
type Take<T> = (file: { name: string; stream: Readable }) => Promise<T>

/**
 * Passes each file of a multipart form to `take`, one after the other, as fast as it reads them, and returns what it
 * returned. Throws BAD_REQUEST for a malformed form, PAYLOAD_TOO_LARGE for one over a limit.
 */
export async function takeFiles<T>(req: Request, { files, fileBytes, noun }: Limits, take: Take<T>): Promise<T[]> {
  const parser = parserOf(req, { ...FORM, files, fileSize: fileBytes + 1 })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const streams: Readable[] = []
  const taken: T[] = []
  let [work, size] = [Promise.resolve(), 0]
  const most = files * fileBytes + AROUND
  const onData = (chunk: Buffer) => (size += chunk.length) > most && reject(tooLarge(most, 'form'))
  const onClose = () => req.complete || reject(malformed())
  parser.on('file', (_field, stream, name) => {
    // An unread stream of a malformed form emits an error that nobody else awaits.
    streams.push(stream.on('error', () => {}))
    work = work.then(async () => void taken.push(await take({ name: name || noun, stream })))
    work.catch(reject)
  })
  parser.once('filesLimit', () => reject(new DomainError('PAYLOAD_TOO_LARGE', `The form has more than ${files} files`)))
  parser.once('finish', () => void work.then(resolve, reject))
  parser.on('error', () => reject(malformed()))
  req.on('data', onData).once('close', onClose)
  req.pipe(parser)
  try {
    await promise
    return taken
  } catch (error) {
    if (req.res) closeAfterAnswer(req.res)
    req.unpipe(parser)
    for (const stream of streams) stream.destroy(malformed())
    await work.catch(() => {})
    throw error
  } finally {
    req.off('data', onData).off('close', onClose)
  }
}

function parserOf(req: Request, limits: object) {
  try {
    return new Busboy({ headers: req.headers as BusboyHeaders, limits })
  } catch {
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 'Send the files as multipart/form-data')
  }
}

const malformed = () => new DomainError('BAD_REQUEST', 'The form is malformed or incomplete')
