import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

/** Packing must not take longer than it saves. */
const LEVEL = 1

/** Larger than by default, so that a block is few chunks. */
const CHUNK = 64 * 1024

const [zip, unzip] = [promisify(gzip), promisify(gunzip)]

/** Packs tests, each as JSON, in a thread of Node's pool. */
export async function pack(lines: string[]): Promise<Buffer> {
  return await zip(lines.join('\n'), { level: LEVEL, chunkSize: CHUNK })
}

/** Returns the bytes. Kept as strings, they would be many objects for the garbage collector. */
export async function unpack(packed: Buffer): Promise<Buffer> {
  return await unzip(packed, { chunkSize: CHUNK })
}

/** The tests of unpacked bytes, each as JSON. */
export const linesOf = (unpacked: Buffer): string[] => unpacked.toString().split('\n')
