import type { Page } from './paging.ts'

/** JSON in pieces that are sent one after the other. */
export type Bytes = readonly Buffer[]

/** A long answer that is made while it is sent. */
export type Pieces = {
  make: () => AsyncIterable<string>
  /** As `sendPieces` takes it. */
  caller: string
}

type Fields = {
  /** With its quotes. */
  tag?: string | undefined
  /** Whether the tag names all of the answer, so that clients may keep it. */
  isRevalidated: boolean
  /** Undefined for a 304. */
  bytes?: Bytes
  /** Compresses `bytes`. */
  gzip?: () => Promise<Bytes>
  /** Instead of `bytes`. */
  pieces?: Pieces
}

/** A ready answer of REST. */
export class ReadyAnswer {
  readonly tag: string | undefined
  readonly isRevalidated: boolean
  readonly isUnchanged: boolean
  readonly bytes: Bytes
  readonly gzip: () => Promise<Bytes>
  readonly pieces: Pieces | undefined

  constructor({ tag, isRevalidated, bytes, gzip = async () => [], pieces }: Fields) {
    this.tag = tag
    this.isRevalidated = isRevalidated
    this.isUnchanged = bytes === undefined && pieces === undefined
    this.bytes = bytes ?? []
    this.gzip = gzip
    this.pieces = pieces
  }

  /** The library makes a text of every answer. `compressLarge` sends the bytes instead. */
  toJSON(): null {
    return null
  }
}

/** What the gateway sends with an answer. */
export type Reply = { page?: Page<unknown>; isRepeated?: boolean; ready?: ReadyAnswer }
