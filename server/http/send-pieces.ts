import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { create as dispositionOf } from 'content-disposition'
import type { Response } from 'express'
import { DomainError } from '#shared/errors.ts'
import { FairSlots } from '../limits/fair-slots.ts'
import { giveWay } from '../limits/give-way.ts'

/* Answers of any length are made piece by piece, as their clients take them: files, and lists without a limit. */

type Limits = {
  /** Pieces that are made at once, and of one caller. */
  making: number
  makingPerCaller: number
  /** Answers under way. Each holds a piece and a compressor: about 300 kB. */
  open: number
  /** A client that has not taken its piece for so long makes room for another one. */
  stalledMs: number
}

const LIMITS: Limits = { making: 4, makingPerCaller: 2, open: 80, stalledMs: 2_000 }

/** Half the memory of the default, and the files of runs get a few percent larger. */
const GZIP = { windowBits: 14, memLevel: 7 }

type Sending = { caller: string; res: Response; /** When its last piece was made. */ madeAt: number }

export type Given = {
  /** Who must not make others wait: a user, a project by its own credential, or a network. */
  caller: string
  /** Whether to compress for clients that take it. */
  isText: boolean
}

export class PieceSender {
  readonly #limits: Limits
  readonly #making: FairSlots
  readonly #open = new Set<Sending>()

  constructor(limits: Limits = LIMITS) {
    this.#limits = limits
    // No more pieces wait than answers are under way.
    const waiting = { perCaller: limits.open + 1, perRank: limits.open + 1, ...TEXTS }
    this.#making = new FairSlots({ slots: limits.making, slotsPerCaller: limits.makingPerCaller, ...waiting })
  }

  /**
   * Sends the pieces and ends the answer. The next piece is made when the client has taken the last one. A slow client
   * holds no slot. Throws before the first byte when the first piece cannot be made, or when too many answers are under
   * way and all of their clients read.
   */
  async send(res: Response, pieces: AsyncIterable<Buffer | string>, { caller, isText }: Given): Promise<void> {
    if (res.destroyed) return
    const closed = new AbortController()
    res.once('close', () => closed.abort())
    const sending: Sending = { caller, res, madeAt: Infinity }
    this.#admit(sending)
    const made = this.#inTurn(pieces, sending, closed.signal)
    try {
      // An error of the first piece is answered as one.
      const first = await made.next()
      const all = startingWith(first, made)
      if (!isText || res.req.acceptsEncodings(['gzip', 'identity']) !== 'gzip') return await pipeline(all, res)
      res.setHeader('Content-Encoding', 'gzip')
      await pipeline(all, createGzip(GZIP), res)
    } catch (error) {
      if (!closed.signal.aborted) throw error
    } finally {
      this.#open.delete(sending)
      await made.return(undefined)
    }
  }

  async *#inTurn(
    pieces: AsyncIterable<Buffer | string>,
    sending: Sending,
    signal: AbortSignal,
  ): AsyncGenerator<Buffer | string, void> {
    const iterator = pieces[Symbol.asyncIterator]()
    try {
      for (;;) {
        sending.madeAt = Infinity
        const { done, value } = await this.#inSlot(sending.caller, signal, async () => await iterator.next())
        sending.madeAt = performance.now()
        if (done) return
        yield value
      }
    } finally {
      await iterator.return?.()
    }
  }

  /**
   * Does what an answer needs before its pieces, in the caller's turn like a piece. Throws when too many wait, and when
   * the client leaves.
   */
  async prepare<T>(res: Response, caller: string, work: () => Promise<T>): Promise<T> {
    const closed = new AbortController()
    const leave = () => closed.abort()
    res.once('close', leave)
    return await this.#inSlot(caller, closed.signal, work).finally(() => res.off('close', leave))
  }

  async #inSlot<T>(caller: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    return await this.#making.run(caller, signal, async () => {
      await giveWay()
      return await work()
    })
  }

  #admit(sending: Sending): void {
    if (this.#open.size >= this.#limits.open) this.#makeRoom()
    this.#open.add(sending)
  }

  /** Ends the answer that waits longest for its client, of the caller with the most. */
  #makeRoom(): void {
    const countOf = new Map<string, number>()
    for (const { caller } of this.#open) countOf.set(caller, (countOf.get(caller) ?? 0) + 1)
    const count = ({ caller }: Sending) => countOf.get(caller) ?? 0
    const stalledSince = performance.now() - this.#limits.stalledMs
    const [slowest] = [...this.#open]
      .filter(({ madeAt }) => madeAt <= stalledSince)
      .toSorted((a, b) => count(b) - count(a) || a.madeAt - b.madeAt)
    if (!slowest) throw new DomainError('SERVICE_UNAVAILABLE', TEXTS.tooManyOfAll, TEXTS)
    this.#open.delete(slowest)
    slowest.res.destroy()
  }
}

const TEXTS = {
  tooManyOfOne: 'You have too many downloads under way. Try again later',
  tooManyOfAll: 'Too many downloads are under way. Try again later',
  retryAfterSeconds: 5,
}

async function* startingWith<T>(first: IteratorResult<T, void>, rest: AsyncGenerator<T, void>): AsyncGenerator<T> {
  if (first.done) return
  yield first.value
  yield* rest
}

const sender = new PieceSender()

export const sendPieces = sender.send.bind(sender)

export const preparePieces = sender.prepare.bind(sender)

/** `count`: how many records it has, if that is known before. */
type Download = { name: string; type: string; pieces: AsyncIterable<string>; count?: number }

/** Sends a file of text, which browsers save. It is made in the caller's turn. */
export async function sendDownload(
  res: Response,
  caller: string,
  make: () => Promise<Download>,
  headers: Record<string, string> = {},
): Promise<void> {
  const { name, type, pieces, count } = await preparePieces(res, caller, make)
  res.set({
    'Content-Type': type,
    'Content-Disposition': dispositionOf(name, { type: 'attachment' }),
    ...(count !== undefined && { 'X-Total-Count': String(count) }),
    ...headers,
  })
  if (res.req.method === 'HEAD') return void res.end()
  await sendPieces(res, pieces, { caller, isText: true })
}
