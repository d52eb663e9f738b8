import type { Page } from './paging.ts'

/** JSON in parts that are sent one after the other. */
export type Bytes = readonly Buffer[]

/**
 * An answer as JSON: all of it, or pieces of any number that are made while the client takes them. `compressLarge` sends
 * it as the body.
 */
export class Json {
  readonly made: Bytes | AsyncIterable<string>
  /** With its quotes. */
  tag: string | undefined
  /** Whether the tag names all of the answer, so that clients may keep it. */
  isRevalidated = false
  /** A 304 has no body. */
  isUnchanged = false
  /** Takes the compressed form from the answer cache, which has the answer, or makes it. */
  keepCompressed: ((make: () => Promise<Bytes>) => Promise<Bytes>) | undefined
  /** The key for limits. */
  caller = ''

  constructor(made: Bytes | AsyncIterable<string>) {
    this.made = made
  }

  /** The library makes a text of every answer. */
  toJSON(): null {
    return null
  }
}

/** What the gateway sends with an answer. */
export type Reply = {
  page?: Page<unknown>
  isRepeated?: boolean
  ready?: Json
  /** The answer shows a secret: no browser may keep it. */
  isSecret?: boolean
}
