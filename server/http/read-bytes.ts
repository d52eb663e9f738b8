import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Request } from 'express'
import { DomainError } from '#shared/errors.ts'
import { FairSlots } from '../limits/fair-slots.ts'
import { BODY_LIMIT, SMALL_BODY, tooLarge } from './body-size.ts'
import { closeAfterAnswer } from './connections.ts'

/** Who sends the body, as the slots count it, and how many bytes it may have when it is unpacked. */
export type BodyOf = { caller: string; limit: number }

const DECODERS = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress }
type Encoding = keyof typeof DECODERS | 'identity'

export function encodingOf({ headers }: Request): Encoding | undefined {
  const name = (headers['content-encoding'] ?? 'identity').toLowerCase()
  return name === 'identity' || Object.hasOwn(DECODERS, name) ? (name as Encoding) : undefined
}

export const unknownEncoding = () => new DomainError('UNSUPPORTED_MEDIA_TYPE', 'The content encoding is not supported')

/** From a quarter of a megabyte on, a body may unpack to this many times its size. */
const RATIO_MAX = 100
const RATIO_FROM = 256 * 1024

/** A long body that arrives more slowly is not waited for, because it keeps memory and a slot. */
const SLOWEST = { bytes: 160 * 1024, inMs: 10_000 }

/** No number of waiting bodies is too many for one caller. When they are too many in all, the greediest caller yields. */
const WAITING = {
  perCaller: Number.POSITIVE_INFINITY,
  perRank: 400,
  tooManyOfOne: 'Too many large bodies at once',
  tooManyOfAll: 'Too many large bodies at once',
  retryAfterSeconds: 1,
}
const SLOTS = {
  /** Bodies up to the standard limit that arrive. */
  arriving: new FairSlots({ ...WAITING, slots: 12, slotsPerCaller: 6 }),
  arrivingLarge: new FairSlots({ ...WAITING, slots: 2, slotsPerCaller: 1 }),
  /** Bodies that are unpacked and parsed, and their calls. These never wait for a sender. */
  inUse: new FairSlots({ ...WAITING, slots: 2, slotsPerCaller: 1 }),
}

/**
 * Reads a body and hands it to `parse`, unpacked. A long one waits for a slot before it is read; one that is long or
 * packed has a slot from then until its call is answered. Throws DomainError.
 */
export async function readBytes<T>(req: Request, of: BodyOf, parse: (bytes: Buffer) => Promise<T>): Promise<T> {
  const length = Math.min(of.limit, Number(req.headers['content-length'] ?? Number.POSITIVE_INFINITY))
  const encoding = encodingOf(req)
  if (!encoding) throw unknownEncoding()
  if (length <= SMALL_BODY && encoding === 'identity') return await parse(await received(req, of.limit, length))
  const gone = new AbortController()
  req.res?.once('close', () => gone.abort(cutOff()))
  const use = { of, encoding, signal: gone.signal, parse }
  if (length <= SMALL_BODY) return await parseInSlot(await received(req, of.limit, length), use)
  const slots = length > BODY_LIMIT ? SLOTS.arrivingLarge : SLOTS.arriving
  return await slots.run(of.caller, gone.signal, async () => await parseInSlot(await received(req, of.limit), use))
}

type Use<T> = { of: BodyOf; encoding: Encoding; signal: AbortSignal; parse: (bytes: Buffer) => Promise<T> }

async function parseInSlot<T>(bytes: Buffer, { of, encoding, signal, parse }: Use<T>): Promise<T> {
  if (encoding === 'identity' && bytes.length <= SMALL_BODY) return await parse(bytes)
  await SLOTS.inUse.take(of.caller, signal)
  if (signal.aborted) SLOTS.inUse.release(of.caller)
  else signal.addEventListener('abort', () => SLOTS.inUse.release(of.caller), { once: true })
  return await parse(encoding === 'identity' ? bytes : await unpacked(bytes, encoding, of.limit))
}

async function received(req: Request, limit: number, length = limit): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  let [size, sizeBefore] = [0, 0]
  const refuse = (error: DomainError) => {
    if (req.res) closeAfterAnswer(req.res)
    reject(error)
  }
  const onData = (chunk: Buffer) => {
    size += chunk.length
    if (size > limit) return refuse(tooLarge(limit))
    chunks.push(chunk)
  }
  const onClose = () => reject(cutOff())
  const onEnd = () => {
    // 'close' follows every body. An error for each would cost 1 % of a small call.
    req.off('close', onClose)
    resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks))
  }
  const watch =
    length <= SMALL_BODY
      ? undefined
      : setInterval(() => {
          if (size - sizeBefore < SLOWEST.bytes) refuse(new DomainError('BAD_REQUEST', 'The body arrives too slowly'))
          sizeBefore = size
        }, SLOWEST.inMs)
  req.on('data', onData).once('end', onEnd).once('close', onClose)
  return await promise.finally(() => {
    clearInterval(watch)
    // Without a listener, the rest is dropped as it comes.
    req.off('data', onData).off('end', onEnd).off('close', onClose)
  })
}

async function unpacked(bytes: Buffer, encoding: keyof typeof DECODERS, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  const decoder = DECODERS[encoding]()
  decoder.end(bytes)
  try {
    for await (const chunk of decoder as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > limit) throw tooLarge(limit)
      if (size > RATIO_FROM && size > RATIO_MAX * bytes.length)
        throw new DomainError('PAYLOAD_TOO_LARGE', `The body unpacks to more than ${RATIO_MAX} times its size`)
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof DomainError ? error : cutOff()
  }
  return Buffer.concat(chunks)
}

const cutOff = () => new DomainError('BAD_REQUEST', 'The request is malformed')
