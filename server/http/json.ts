import type { Page } from './paging.ts'

/** JSON in parts that are sent one after the other. */
export type Bytes = readonly Buffer[]

/** An answer as JSON: all of it, or pieces of any number that are made while the client takes them. */
export class Json {
  readonly made: Bytes | AsyncIterable<string>

  constructor(made: Bytes | AsyncIterable<string>) {
    this.made = made
  }

  /** The library makes a text of every answer. `compressLarge` sends the JSON instead. */
  toJSON(): null {
    return null
  }
}

/** What `compressLarge` sends as the body. */
export type Ready = {
  /** With its quotes. */
  tag?: string | undefined
  /** Whether the tag names all of the answer, so that clients may keep it. */
  isRevalidated: boolean
  /** A 304 has no body. */
  isUnchanged: boolean
  json: Json
  /** Compresses JSON that is not made in pieces. */
  gzip: () => Promise<Bytes>
  /** The key for limits. */
  caller: string
}

/** What the gateway sends with an answer. */
export type Reply = {
  page?: Page<unknown>
  isRepeated?: boolean
  ready?: Ready
  /** The answer shows a secret: no browser may keep it. */
  isSecret?: boolean
}
